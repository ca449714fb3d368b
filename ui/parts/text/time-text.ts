const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric' })
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const span = (ms: number, round: (count: number) => number): string => {
  const seconds = round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = round(ms / minuteMs)
  if (minutes < 60) return `${minutes} min`
  const hours = round(ms / hourMs)
  if (hours < 24) return `${hours} h`
  return `${round(ms / dayMs)} d`
}

/** "just now", "3 min ago", "in 2 h"; a date when it is a month away or more. */
export const relativeTimeText = (atMs: number, nowMs: number): string => {
  const distance = Math.abs(nowMs - atMs)
  if (distance < 5_000) return 'just now'
  // Remaining time is rounded, so that seven days are still "in 7 d" a moment later.
  if (distance < 30 * dayMs)
    return atMs < nowMs ? `${span(distance, Math.floor)} ago` : `in ${span(distance, Math.round)}`
  const sameYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return (sameYear ? day : dayAndYear).format(atMs)
}

/** As `November 02, 2026`. */
export const longDateText = (atMs: number): string => longDate.format(atMs)

export const exactTimeText = (atMs: number): string => exact.format(atMs)

/** As `18:00:56`, for what happens within minutes. */
export const secondsText = (atMs: number): string => seconds.format(atMs)

export const clockText = (atMs: number): string => clock.format(atMs)

/** As `29 Nov, 14:03`. */
export const dayAndClockText = (atMs: number): string => `${day.format(atMs)}, ${clock.format(atMs)}`

/** "14:03–14:21"; with the days where the span is not within one day or not of today. */
export const timeSpanText = (fromMs: number, toMs: number, nowMs: number): string => {
  const [fromDay, toDay, today] = [fromMs, toMs, nowMs].map((atMs) => new Date(atMs).toDateString())
  if (fromDay !== toDay) return `${dayAndClockText(fromMs)} – ${dayAndClockText(toMs)}`
  return `${fromDay === today ? '' : `${day.format(fromMs)}, `}${clock.format(fromMs)}–${clock.format(toMs)}`
}
