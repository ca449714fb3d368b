export type LineTimes = 'local' | 'utc' | 'off'

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0')

const partsOf = (at: Date, times: LineTimes) =>
  times === 'utc'
    ? {
        day: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
        clock: [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()],
      }
    : {
        day: [at.getFullYear(), at.getMonth() + 1, at.getDate()],
        clock: [at.getHours(), at.getMinutes(), at.getSeconds()],
      }

const joined = (parts: number[], between: string): string => parts.map((part) => padded(part)).join(between)

/** When a line was written: `14:03:22`, `.123`, and in full `2026-11-21 14:03:22.123`. */
export const lineTime = (time: string, times: LineTimes) => {
  const at = new Date(time)
  const { day, clock } = partsOf(at, times)
  const seconds = joined(clock, ':')
  const fraction = `.${padded(at.getMilliseconds(), 3)}`
  return { seconds, fraction, full: `${joined(day, '-')} ${seconds}${fraction}${times === 'utc' ? ' UTC' : ''}` }
}
