import { Cron } from 'croner'
import { instantOfWall, wallMs } from './wall-time.ts'

export interface Schedule {
  schedule: string
  timeZone: string
}

/** Five fields, or a name such as `@daily`. A single date, which the library also reads, is no schedule. */
const FORMAT = /^(@[a-z]+|\S+( +\S+){4})$/
const MAX_SAME_MOMENT = 10_000
const MINUTE_MS = 60_000
/** An occurrence is searched in the last minute, then in ever longer periods. */
const PERIODS_MS = [1, 60, 1440, 45 * 1440, 400 * 1440, 9 * 366 * 1440].map((minutes) => minutes * MINUTE_MS)

const options = { mode: '5-part', paused: true } as const

/**
 * A schedule with an asterisk as its hour runs at every such moment, so twice in a repeated hour. Any other names times
 * of the clock: each once a day, at the first moment after the gap where the clock skips it.
 */
export const nextOccurrence = ({ schedule, timeZone }: Schedule, after: Date): Date | undefined => {
  if (hasEveryHour(schedule)) return new Cron(schedule, { ...options, timezone: timeZone }).nextRun(after) ?? undefined
  const clock = new Cron(schedule, { ...options, timezone: 'UTC' })
  let wall = new Date(wallMs(after.getTime(), timeZone))
  for (let tries = 0; tries < MAX_SAME_MOMENT; tries += 1) {
    const next = clock.nextRun(wall)
    if (!next) return undefined
    const atMs = instantOfWall(next.getTime(), timeZone)
    if (atMs > after.getTime()) return new Date(atMs)
    wall = next
  }
  return undefined
}

/** Returns the newest occurrence from `first`, itself one, to `now`. */
export const newestOccurrence = (schedule: Schedule, first: Date, now: Date): Date => {
  for (const periodMs of PERIODS_MS) {
    const from = new Date(now.getTime() - periodMs)
    if (from < first) break
    let found = nextOccurrence(schedule, from)
    if (!found || found > now) continue
    for (let next = found; next <= now; ) {
      found = next
      const following = nextOccurrence(schedule, next)
      if (!following) break
      next = following
    }
    return found
  }
  let newest = first
  for (let next = nextOccurrence(schedule, newest); next && next <= now; next = nextOccurrence(schedule, newest))
    newest = next
  return newest
}

/** Returns the next occurrences, at most `count`. */
export const nextOccurrences = (schedule: Schedule, after: Date, count: number): Date[] => {
  const found: Date[] = []
  let next = nextOccurrence(schedule, after)
  while (next && found.length < count) {
    found.push(next)
    next = nextOccurrence(schedule, next)
  }
  return found
}

export interface ScheduleProblem {
  field: keyof Schedule
  message: string
}

/** Returns why this is no schedule, or one that never comes; null if it is one. */
export const scheduleProblem = (schedule: Schedule, now: Date): ScheduleProblem | null => {
  if (!isTimeZone(schedule.timeZone))
    return { field: 'timeZone', message: 'Enter an IANA time zone, such as Europe/Berlin.' }
  try {
    if (!FORMAT.test(schedule.schedule)) throw new RangeError('Not a schedule')
    return nextOccurrence(schedule, now) ? null : { field: 'schedule', message: 'This schedule never comes.' }
  } catch {
    return {
      field: 'schedule',
      message: 'Enter minute, hour, day of the month, month and day of the week, such as 30 2 * * 1-5.',
    }
  }
}

const hasEveryHour = (schedule: string): boolean => /^(@hourly$|\S+\s+\*)/i.test(schedule.trim())

/** A format takes long to make. Only valid names are kept, of which there are some hundreds. */
const validTimeZones = new Set<string>()

export const isTimeZone = (timeZone: string): boolean => {
  if (validTimeZones.has(timeZone)) return true
  if (/^[+-]/.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone })
    validTimeZones.add(timeZone)
    return true
  } catch {
    return false
  }
}
