/** Whose clock times are read by. */
export type Zone = 'local' | 'utc'

/** A time as a field for date and time holds it: "2026-11-21T14:03:22". */
export const fieldTime = (atMs: number, zone: Zone): string => {
  const shiftMs = zone === 'utc' ? 0 : new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - shiftMs).toISOString().slice(0, 19)
}

/** What such a field means, as an instant; null while it is not whole. */
export const instantOf = (field: string, zone: Zone): string | null => {
  const atMs = Date.parse(zone === 'utc' ? `${field}Z` : field)
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
