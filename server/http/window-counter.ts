const WINDOW_MS = 60_000
/** Keys that are remembered; one more forgets the oldest. */
const MOST_KEYS = 10_000

export interface WindowCounter {
  /** Counts one; false when the key has no more in this minute. */
  take(key: string): boolean
  /** Takes one back, where it turned out not to count. */
  giveBack(key: string): void
}

/** Counts by key in windows of one minute, within a fixed amount of memory. */
export const createWindowCounter = (mostAMinute: number, nowMs = () => performance.now()): WindowCounter => {
  const windows = new Map<string, { count: number; untilMs: number }>()
  const windowOf = (key: string) => {
    const known = windows.get(key)
    if (known && known.untilMs > nowMs()) return known
    const fresh = { count: 0, untilMs: nowMs() + WINDOW_MS }
    // Set anew, so that the first key is always the one that began longest ago.
    windows.delete(key)
    const oldest = windows.keys().next()
    if (windows.size >= MOST_KEYS && !oldest.done) windows.delete(oldest.value)
    windows.set(key, fresh)
    return fresh
  }
  return {
    take(key) {
      const window = windowOf(key)
      if (window.count >= mostAMinute) return false
      window.count += 1
      return true
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
  }
}
