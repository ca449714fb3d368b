const MAX_WRONG_CODES = 10
const WITHIN_MS = 600_000
const REMEMBERED = 10_000

/** Counts unknown codes for each user, to stop guessing. */
export const createWrongCodes = (nowMs: () => number = () => performance.now()) => {
  const misses = new Map<string, { count: number; untilMs: number }>()
  const of = (userId: string) => {
    const known = misses.get(userId)
    return known && known.untilMs > nowMs() ? known : undefined
  }
  return {
    areTooMany: (userId: string): boolean => (of(userId)?.count ?? 0) >= MAX_WRONG_CODES,
    add: (userId: string): void => {
      if (misses.size >= REMEMBERED) misses.clear()
      const known = of(userId)
      if (known) known.count += 1
      else misses.set(userId, { count: 1, untilMs: nowMs() + WITHIN_MS })
    },
  }
}
