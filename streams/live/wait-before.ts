const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000
/** Spreads the reconnects of clients that lost the same server at the same moment. */
const JITTER = 0.2

/**
 * Returns the milliseconds before a reconnect: 1 s, 2 s, 4 s … 30 s, plus up to a fifth.
 * `attempt` counts from 1, `random` is from 0 to 1.
 */
export const waitBeforeMs = (attempt: number, random: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS) * (1 + random * JITTER)
