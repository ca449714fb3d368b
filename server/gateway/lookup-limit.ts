const WINDOW_MS = 10_000
const MAX_PER_ADDRESS = 20
const MAX_TOTAL = 200

/** Limits database lookups of unknown hosts, by client address and in total. The total also bounds its memory. */
export function createLookupLimit(now: () => number = Date.now): (address: string) => boolean {
  let windowEndsMs = 0
  let taken = 0
  const byAddress = new Map<string, number>()
  return (address) => {
    if (now() >= windowEndsMs) {
      windowEndsMs = now() + WINDOW_MS
      taken = 0
      byAddress.clear()
    }
    const before = byAddress.get(address) ?? 0
    if (taken >= MAX_TOTAL || before >= MAX_PER_ADDRESS) return false
    taken += 1
    byAddress.set(address, before + 1)
    return true
  }
}
