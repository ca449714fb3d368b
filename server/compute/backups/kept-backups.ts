import { wallMs } from '../../../src/rules/schedule/wall-time.ts'

export interface Retention {
  keepLast: number
  keepDays: number
  keepWeeks: number
  timeZone: string
}

const DAY_MS = 86_400_000
/** 1 January 1970 was a Thursday, and weeks begin on Monday. */
const DAYS_BEFORE_MONDAY = 3

/**
 * Returns which backups, given from the newest to the oldest, are kept: the newest ones, and the newest of each of the
 * last days and weeks that have one, by clocks of the time zone.
 */
export function keptBackups<B extends { createdAt: Date }>(newestFirst: readonly B[], retention: Retention): Set<B> {
  const { keepLast, keepDays, keepWeeks, timeZone } = retention
  const dayOf = ({ createdAt }: B) => Math.floor(wallMs(createdAt.getTime(), timeZone) / DAY_MS)
  const weekOf = (backup: B) => Math.floor((dayOf(backup) + DAYS_BEFORE_MONDAY) / 7)
  return new Set([
    ...newestFirst.slice(0, keepLast),
    ...newestOfEach(newestFirst, dayOf, keepDays),
    ...newestOfEach(newestFirst, weekOf, keepWeeks),
  ])
}

function newestOfEach<B>(newestFirst: readonly B[], periodOf: (backup: B) => number, count: number): B[] {
  const found = new Map<number, B>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!found.has(period)) found.set(period, backup)
  }
  return [...found.values()].slice(0, count)
}
