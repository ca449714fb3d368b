import { nextOccurrences, type Schedule, scheduleProblem } from '../../../../src/rules/schedule/schedule.ts'
import { localZone, zonedTimeText } from '../../../instances/jobs/zoned-time-text.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import css from './schedule-preview.module.css'
import { scheduleText } from './schedule-text.ts'

const SHOWN = 5

type SchedulePreviewProps = Schedule & { nowMs: number }

/** A schedule in words, and its next times on the clocks of its time zone and of the viewer's. */
export const SchedulePreview = ({ schedule: typed, timeZone, nowMs }: SchedulePreviewProps) => {
  const schedule = { schedule: typed.trim().replace(/\s+/g, ' '), timeZone }
  const now = new Date(nowMs)
  const problem = scheduleProblem(schedule, now)
  if (problem)
    return (
      <Text size="sm" tone="muted">
        The next times appear here once the schedule and the time zone are valid.
      </Text>
    )
  const here = localZone()
  const rows = nextOccurrences(schedule, now, SHOWN).map((at) => ({
    at: at.toISOString(),
    there: zonedTimeText(at.getTime(), timeZone),
    here: zonedTimeText(at.getTime(), here),
  }))
  const differs = rows.some((row) => row.here !== row.there)
  return (
    <Stack gap={2}>
      <Text size="sm" weight="medium">
        {scheduleText(schedule.schedule)}
      </Text>
      <table className={css.times}>
        <caption>Next times</caption>
        <thead>
          <tr>
            <th scope="col">{timeZone.replaceAll('_', ' ')}</th>
            {differs && <th scope="col">Your time</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <td>{row.there}</td>
              {differs && <td>{row.here}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}
