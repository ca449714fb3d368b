const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Who lost the same server at the same moment does not come back at the same moment. */
const JITTER = 0.2

/**
 * Milliseconds before a broken connection is tried again: 1 s, 2 s, 4 s … 30 s, and up to a fifth more.
 * `attempt` counts from 1, `random` is from 0 up to 1.
 */
export const waitBeforeMs = (attempt: number, random: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (1 + random * JITTER)
