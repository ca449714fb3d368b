import { dayText, parseDay } from '../../../parts/text/day-text.ts'

/** The time zone that times are shown in. */
export type Zone = 'local' | 'utc'

const clock = /^(\d{1,2})(:\d{2}(?::\d{2})?)$/

/** Formats a time for a field: "21/11/2026 14:03:22". A native field would use the order of the browser's language. */
export const fieldTime = (atMs: number, zone: Zone): string => {
  const shiftMs = zone === 'utc' ? 0 : new Date(atMs).getTimezoneOffset() * 60_000
  const [day = '', time = ''] = new Date(atMs - shiftMs).toISOString().split('T')
  return `${dayText(day)} ${time.slice(0, 8)}`
}

/** Parses a typed time, in British order or as ISO; null while it is incomplete. */
export const instantOf = (field: string, zone: Zone): string | null => {
  const [typedDay = '', typedTime = ''] = field.trim().split(/[ T]+/)
  const day = parseDay(typedDay)
  const [, hours, rest] = clock.exec(typedTime) ?? []
  if (day === null || hours === undefined) return null
  const atMs = Date.parse(`${day}T${hours.padStart(2, '0')}${rest}${zone === 'utc' ? 'Z' : ''}`)
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
