/** How long a step counts as new; a slow one (a large image) gives its place to the next. */
const COUNTS_MS = 2000

/**
 * Lets only so many steps begin at once, so that a start with a thousand instances does not take every connection to
 * the database from the people who wait for a page.
 */
export function createStartGate(places: number): <T>(step: () => Promise<T>) => Promise<T> {
  let taken = 0
  const waiting: (() => void)[] = []

  const leave = () => {
    taken -= 1
    waiting.shift()?.()
  }

  return async (step) => {
    while (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve))
    taken += 1
    let isInside = true
    const leaveOnce = () => {
      if (isInside) leave()
      isInside = false
    }
    const timer = setTimeout(leaveOnce, COUNTS_MS)
    try {
      return await step()
    } finally {
      clearTimeout(timer)
      leaveOnce()
    }
  }
}
