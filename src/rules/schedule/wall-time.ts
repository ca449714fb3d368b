const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns what clocks of a time zone show, as if they showed UTC. Milliseconds are dropped. */
export const wallMs = (atMs: number, timeZone: string): number => {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const offsetMs = (atMs: number, timeZone: string): number => wallMs(atMs, timeZone) - Math.floor(atMs / 1000) * 1000

/**
 * Returns when clocks first show a time. A time that they skip becomes the first moment after the gap.
 */
export const instantOfWall = (wall: number, timeZone: string): number => {
  const offsets = [offsetMs(wall - DAY_MS, timeZone), offsetMs(wall + DAY_MS, timeZone)]
  const shown = offsets.map((offset) => wall - offset).filter((atMs) => wallMs(atMs, timeZone) === wall)
  if (shown.length > 0) return Math.min(...shown)
  let before = wall - Math.max(...offsets)
  let after = wall - Math.min(...offsets)
  const offsetBefore = offsetMs(before, timeZone)
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetMs(middle, timeZone) === offsetBefore) before = middle
    else after = middle
  }
  return after
}
