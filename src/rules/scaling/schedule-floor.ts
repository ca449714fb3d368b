import type { ScalingSchedule } from '../../contract/wire/instance/autoscaling.ts'
import { isTimeZone, nextOccurrence } from '../schedule/schedule.ts'

const MINUTE_MS = 60_000

/** Returns how many replicas the schedules that are in progress ask for; 0 for none. */
export const scheduleFloor = (schedules: readonly ScalingSchedule[], now: Date): number =>
  Math.max(0, ...schedules.filter((schedule) => isInProgress(schedule, now)).map(({ replicas }) => replicas))

/** From its beginning by the clock of its time zone, for the minutes that really pass. */
const isInProgress = (schedule: ScalingSchedule, now: Date): boolean => {
  if (!isTimeZone(schedule.timeZone)) return false
  const begin = nextOccurrence(schedule, new Date(now.getTime() - schedule.durationMinutes * MINUTE_MS))
  return begin !== undefined && begin <= now
}
