import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { LimitFields, type RulesFieldsProps, TargetFields } from './rules-number-fields.tsx'
import { ScheduleRows } from './schedule-rows.tsx'

/** The fields of the rules of one service, wherever they are edited. `''` is the error of all together. */
export const RulesFields = (props: RulesFieldsProps) => {
  const whole = props.errorOf('')
  return (
    <Stack>
      {whole && <Banner tone="bad" title={whole} />}
      <LimitFields {...props} />
      <TargetFields {...props} />
      <ScheduleRows {...props} />
    </Stack>
  )
}
