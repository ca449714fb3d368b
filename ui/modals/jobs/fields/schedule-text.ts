import cronstrue from 'cronstrue'

/** Returns a schedule in words: "At 02:30, Monday through Friday". */
export const scheduleText = (schedule: string): string => {
  try {
    return cronstrue.toString(schedule, { use24HourTimeFormat: true })
  } catch {
    return schedule
  }
}
