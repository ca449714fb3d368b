const MAX_MS = 7 * 86_400_000

/** Reads a Retry-After header: seconds, or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_MS) : undefined
}
