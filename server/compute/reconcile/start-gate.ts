import { createFairTurns } from '../fair-turns.ts'

/** How long a step counts as new; a slow one (a large image) gives its place to the next. */
const COUNTS_MS = 2000
const never = new AbortController().signal

export type StartGate = <T>(organization: string, step: () => Promise<T>) => Promise<T>

/**
 * Lets only so many steps begin at once, so that a start with a thousand instances does not take every connection to
 * the database from the people who wait for a page. Organisations take turns, and one place is left for the others,
 * so that the slow starts of one delay nobody else's.
 */
export function createStartGate(slots: number): StartGate {
  const turns = createFairTurns(slots, slots - 1)

  return async (organization, step) => {
    await turns.take(organization, never)
    let isInside = true
    const releaseOnce = () => {
      if (isInside) turns.give(organization)
      isInside = false
    }
    const timer = setTimeout(releaseOnce, COUNTS_MS)
    try {
      return await step()
    } finally {
      clearTimeout(timer)
      releaseOnce()
    }
  }
}
