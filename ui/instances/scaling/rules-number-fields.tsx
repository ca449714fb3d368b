import type { RulesDraft } from '../../../src/instances/scaling/rules-draft-schema.ts'
import { NumberField } from '../../parts/fields/number-field.tsx'
import { Grid } from '../../parts/layout/grid.tsx'

export type RulesFieldsProps = {
  draft: RulesDraft
  change: (changed: Partial<RulesDraft>) => void
  errorOf: (field: string) => string | undefined
}

type NumberName = Exclude<keyof RulesDraft, 'schedules'>
type Shown = { name: NumberName; label: string; hint?: string; unit?: string; min: number; max: number }

const limits: readonly Shown[] = [
  { name: 'minReplicas', label: 'Minimum', hint: '0 needs a public HTTP port.', min: 0, max: 100 },
  { name: 'maxReplicas', label: 'Maximum', min: 1, max: 100 },
]
const idle: Shown = {
  name: 'idleSeconds',
  label: 'Sleeps after',
  hint: 'Without requests.',
  unit: 's',
  min: 30,
  max: 86_400,
}
const targets: readonly Shown[] = [
  { name: 'cpuPercent', label: 'CPU target', hint: 'Of each replica.', unit: '%', min: 1, max: 100 },
  { name: 'memoryPercent', label: 'Memory target', hint: 'Of each replica.', unit: '%', min: 1, max: 100 },
  { name: 'requestsPerSecond', label: 'Requests a second', hint: 'To each replica.', min: 1, max: 100_000 },
  { name: 'concurrentRequests', label: 'Concurrent requests', hint: 'In each replica.', min: 1, max: 100_000 },
  {
    name: 'scaleUpCooldownSeconds',
    label: 'Wait before adding',
    hint: 'After replicas were last added.',
    unit: 's',
    min: 0,
    max: 86_400,
  },
  {
    name: 'scaleDownCooldownSeconds',
    label: 'Wait before removing',
    hint: 'After the last change.',
    unit: 's',
    min: 0,
    max: 86_400,
  },
]

export const LimitFields = (props: RulesFieldsProps) => (
  <Grid columns={3}>
    {[...limits, ...(props.draft.minReplicas === 0 ? [idle] : [])].map((shown) => (
      <RuleField key={shown.name} shown={shown} {...props} />
    ))}
  </Grid>
)

export const TargetFields = (props: RulesFieldsProps) => (
  <Grid columns={2}>
    {targets.map((shown) => (
      <RuleField key={shown.name} shown={shown} {...props} />
    ))}
  </Grid>
)

const RuleField = ({ shown, draft, change, errorOf }: RulesFieldsProps & { shown: Shown }) => {
  const { name, ...field } = shown
  return (
    <NumberField {...field} value={draft[name]} error={errorOf(name)} onChange={(value) => change({ [name]: value })} />
  )
}
