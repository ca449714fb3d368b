const FIRST_MS = 1000
const MAX_MS = 60_000

/** Returns how long to wait after so many failures in a row; `random` is from 0 to 1. */
export function backOffMs(failures: number, afterMs: number | undefined, random: number): number {
  const doubled = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(10, failures - 1))
  return Math.max(afterMs ?? 0, doubled * (0.75 + random / 2))
}
