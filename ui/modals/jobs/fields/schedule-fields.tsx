import { useMemo } from 'react'
import type { JobDraft } from '../../../../src/instances/jobs/job-draft.ts'
import { Combobox } from '../../../parts/choices/combobox.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import type { FieldsOf } from './run-fields.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { timeZoneOptions } from './time-zone-options.ts'

type ScheduleFieldsProps = FieldsOf<JobDraft> & { nowMs: number; onLeave: () => void }

/** When a job runs, with the schedule in words and its next times. */
export const ScheduleFields = ({ draft, change, errorOf, nowMs, onLeave }: ScheduleFieldsProps) => {
  const zones = useMemo(() => timeZoneOptions(nowMs), [nowMs])
  return (
    <>
      <Grid columns={2}>
        <TextField
          label="Schedule"
          hint="Minute, hour, day of the month, month, day of the week."
          placeholder="0 3 * * *"
          mono
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          required
          value={draft.schedule}
          error={errorOf('schedule')}
          onBlur={onLeave}
          onChange={({ target }) => change({ schedule: target.value })}
        />
        <Combobox
          label="Time zone"
          hint="Whose clocks the schedule follows."
          required
          value={draft.timeZone}
          error={errorOf('timeZone')}
          empty="No time zone of this name. Try a city."
          onChange={(timeZone) => change({ timeZone: timeZone ?? '' })}
          options={
            zones.some(({ value }) => value === draft.timeZone) || draft.timeZone === ''
              ? zones
              : [{ value: draft.timeZone, label: draft.timeZone }, ...zones]
          }
        />
      </Grid>
      <SchedulePreview schedule={draft.schedule} timeZone={draft.timeZone} nowMs={nowMs} />
    </>
  )
}
