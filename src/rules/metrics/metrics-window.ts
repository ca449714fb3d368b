export const SAMPLE_SECONDS = 10
export const DAY_SECONDS = 86_400
export const KEPT_DAYS = 90
const MAX_POINTS = 3000
/** About one point for every three pixels of a wide chart. */
export const DEFAULT_POINTS = 360

/** The resolutions that are kept, in seconds, each with how long. */
export const RESOLUTIONS = [
  { seconds: SAMPLE_SECONDS, keptSeconds: DAY_SECONDS },
  { seconds: 60, keptSeconds: 7 * DAY_SECONDS },
  { seconds: 900, keptSeconds: KEPT_DAYS * DAY_SECONDS },
] as const

export interface MetricsWindow {
  /** Seconds since 1970. */
  startDate: number
  endDate: number
}

export interface ChartRange extends MetricsWindow {
  pointTimeSpan: number
}

/** Returns the window that ends now and began some minutes ago. */
export function windowOfMinutes(minutes: number, nowMs: number): MetricsWindow {
  const endDate = Math.floor(nowMs / 1000)
  return { startDate: endDate - minutes * 60, endDate }
}

/**
 * Returns the points of a chart: on multiples of a kept resolution, no finer than what is kept at the start, and no more
 * than 3,000. The window begins with its first whole point.
 */
export function chartRange({ startDate, endDate }: MetricsWindow, span: number, nowMs: number): ChartRange {
  const length = Math.max(endDate - startDate, 1)
  const ageSeconds = nowMs / 1000 - startDate
  const kept = RESOLUTIONS.find(({ keptSeconds }) => ageSeconds <= keptSeconds + 60)?.seconds ?? 900
  const least = Math.max(span, length / MAX_POINTS, kept)
  const base = RESOLUTIONS.findLast((each) => each.seconds <= least)?.seconds ?? SAMPLE_SECONDS
  const pointTimeSpan = Math.ceil(least / base) * base
  return {
    startDate: Math.floor(startDate / pointTimeSpan) * pointTimeSpan,
    endDate: Math.ceil(endDate / pointTimeSpan) * pointTimeSpan,
    pointTimeSpan,
  }
}
