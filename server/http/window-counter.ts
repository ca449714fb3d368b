const WINDOW_MS = 60_000
/** Maximum number of keys; one more evicts the oldest. */
const MAX_KEYS = 10_000

export interface WindowCounter {
  /** Counts one; returns false if the key has reached the limit of this minute. */
  take(key: string): boolean
  /** Undoes one `take` that turned out not to count. */
  giveBack(key: string): void
}

/** Creates a counter for each key in windows of one minute, with bounded memory. */
export const createWindowCounter = (maxPerMinute: number, nowMs = () => performance.now()): WindowCounter => {
  const windows = new Map<string, { count: number; untilMs: number }>()
  const windowOf = (key: string) => {
    const known = windows.get(key)
    if (known && known.untilMs > nowMs()) return known
    const fresh = { count: 0, untilMs: nowMs() + WINDOW_MS }
    // Re-inserted, so that the first key is always the one with the oldest window.
    windows.delete(key)
    const oldest = windows.keys().next()
    if (windows.size >= MAX_KEYS && !oldest.done) windows.delete(oldest.value)
    windows.set(key, fresh)
    return fresh
  }
  return {
    take(key) {
      const window = windowOf(key)
      if (window.count >= maxPerMinute) return false
      window.count += 1
      return true
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
  }
}
