/** The time zone that times are shown in. */
export type Zone = 'local' | 'utc'

/** Formats a time for a `datetime-local` field: "2026-11-21T14:03:22". */
export const fieldTime = (atMs: number, zone: Zone): string => {
  const shiftMs = zone === 'utc' ? 0 : new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - shiftMs).toISOString().slice(0, 19)
}

/** Parses such a field's value; null while it is incomplete. */
export const instantOf = (field: string, zone: Zone): string | null => {
  const atMs = Date.parse(zone === 'utc' ? `${field}Z` : field)
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
