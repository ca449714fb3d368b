const MAX_MS = 900_000

/** Parses the header Retry-After, in seconds or as a date. At most 15 minutes, because a target that is corrected in the meantime waits as long. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(MAX_MS, Math.max(0, ms))
}
