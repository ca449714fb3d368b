import { CalendarPlus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { withSchedule } from '../../../src/instances/scaling/rules-draft.ts'
import type { ScheduleDraft } from '../../../src/instances/scaling/rules-draft-schema.ts'
import { timeZoneOptions } from '../../modals/jobs/fields/time-zone-options.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Combobox } from '../../parts/choices/combobox.tsx'
import { NumberField } from '../../parts/fields/number-field.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { clockNowMs } from '../../parts/text/shared-clock.ts'
import { Text } from '../../parts/text/text.tsx'
import type { RulesFieldsProps } from './rules-number-fields.tsx'
import css from './schedule-rows.module.css'

const MAX_SCHEDULES = 10

/** Times at which the service has at least so many replicas. */
export const ScheduleRows = ({ draft, change, errorOf }: RulesFieldsProps) => {
  const zones = useMemo(() => timeZoneOptions(clockNowMs()), [])
  const { schedules } = draft
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const set = (key: string, changed: Partial<ScheduleDraft>) =>
    change({ schedules: schedules.map((each) => (each.key === key ? { ...each, ...changed } : each)) })
  return (
    <Stack>
      {schedules.map((each, at) => (
        <fieldset key={each.key} className={css.schedule}>
          <legend className={css.title}>
            <Text size="sm">Schedule {at + 1}</Text>
          </legend>
          <Grid columns={2}>
            <TextField
              label="Begins"
              hint="Minute, hour, day of the month, month, day of the week."
              mono
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={each.schedule}
              error={errorOf(`schedules.${at}.schedule`)}
              onChange={({ target }) => set(each.key, { schedule: target.value })}
            />
            <Combobox
              label="Time zone"
              value={each.timeZone}
              error={errorOf(`schedules.${at}.timeZone`)}
              empty="No time zone of this name. Try a city."
              onChange={(timeZone) => set(each.key, { timeZone: timeZone ?? '' })}
              options={
                zones.some(({ value }) => value === each.timeZone) || each.timeZone === ''
                  ? zones
                  : [{ value: each.timeZone, label: each.timeZone }, ...zones]
              }
            />
            <NumberField
              label="Lasts"
              unit="min"
              min={1}
              max={10_080}
              value={each.durationMinutes}
              error={errorOf(`schedules.${at}.durationMinutes`)}
              onChange={(durationMinutes) => set(each.key, { durationMinutes })}
            />
            <NumberField
              label="At least"
              unit="replicas"
              min={1}
              max={100}
              value={each.replicas}
              error={errorOf(`schedules.${at}.replicas`)}
              onChange={(replicas) => set(each.key, { replicas })}
            />
          </Grid>
          <Row justify="end">
            <Button
              size="small"
              icon={<Trash2 />}
              aria-label={`Remove schedule ${at + 1}`}
              onClick={() => change({ schedules: schedules.filter(({ key }) => key !== each.key) })}
            >
              Remove
            </Button>
          </Row>
        </fieldset>
      ))}
      {schedules.length < MAX_SCHEDULES && (
        <Row>
          <Button size="small" icon={<CalendarPlus />} onClick={() => change(withSchedule(draft, own))}>
            Add schedule
          </Button>
        </Row>
      )}
    </Stack>
  )
}
