import { firstConditions, thresholdUnits } from '../../src/alerts/alert-draft.ts'
import type { AlertCondition, AlertRuleKind } from '../../src/contract/wire/alerts/alert-condition.ts'
import { type MetricParam, metricParams } from '../../src/contract/wire/instance/metrics/metric-chart.ts'
import { ruleKindLabels } from '../../src/rules/alerts/alert-texts.ts'
import { metricFacts } from '../../src/rules/metrics/metric-series.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'
import { Select } from '../parts/choices/select.tsx'
import { NumberField } from '../parts/fields/number-field.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import css from './alerts.module.css'

type ConditionFieldsProps = {
  condition: AlertCondition
  error: (field: string) => string | undefined
  onChange: (condition: AlertCondition) => void
}

// The keys of the table of labels.
const kinds = (Object.keys(ruleKindLabels) as AlertRuleKind[]).map((value) => ({ value, label: ruleKindLabels[value] }))
const series = metricParams.map((value) => ({ value, label: metricFacts[value].label }))

export const AlertConditionFields = ({ condition, error, onChange }: ConditionFieldsProps) => (
  <>
    <Select
      label="Fires on"
      options={kinds}
      value={condition.kind}
      onChange={(kind) => onChange(firstConditions[kind])}
    />
    <div className={css.fields}>
      <KindFields condition={condition} error={error} onChange={onChange} />
    </div>
  </>
)

const KindFields = ({ condition, error, onChange }: ConditionFieldsProps) => {
  switch (condition.kind) {
    case 'metric':
      return <MetricFields condition={condition} error={error} onChange={onChange} />
    case 'health':
      return (
        <Minutes
          label="For at least"
          seconds={condition.forSeconds}
          error={error('condition.forSeconds')}
          onChange={(forSeconds) => onChange({ ...condition, forSeconds })}
        />
      )
    case 'job':
      return (
        <NumberField
          label="Failures in a row"
          min={1}
          max={100}
          value={condition.failures}
          error={error('condition.failures')}
          onChange={(failures) => onChange({ ...condition, failures: failures ?? 1 })}
        />
      )
    case 'certificate':
      return (
        <NumberField
          label="Before it expires"
          unit="days"
          min={1}
          max={90}
          value={condition.days}
          error={error('condition.days')}
          onChange={(days) => onChange({ ...condition, days: days ?? 1 })}
        />
      )
    case 'log':
      return <LogFields condition={condition} error={error} onChange={onChange} />
    default:
      return null
  }
}

type FieldsOf<Kind extends AlertRuleKind> = Omit<ConditionFieldsProps, 'condition'> & {
  condition: Extract<AlertCondition, { kind: Kind }>
}

const MetricFields = ({ condition, error, onChange }: FieldsOf<'metric'>) => {
  const unit = thresholdUnits[metricFacts[condition.param].unit]
  const ofSeries = (param: MetricParam) => onChange({ ...condition, param, threshold: 0 })
  return (
    <>
      <Select label="Series" options={series} value={condition.param} onChange={ofSeries} />
      <Select
        label="Of"
        options={[
          { value: 'together', label: 'All replicas together' },
          { value: 'replicas', label: 'Each replica' },
        ]}
        value={condition.of}
        onChange={(of) => onChange({ ...condition, of })}
      />
      <Select
        label="Is"
        options={[
          { value: 'above', label: 'Above' },
          { value: 'below', label: 'Below' },
        ]}
        value={condition.direction}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
      <NumberField
        label="Threshold"
        unit={unit.label}
        min={0}
        value={condition.threshold / unit.factor}
        error={error('condition.threshold')}
        onChange={(value) => onChange({ ...condition, threshold: (value ?? 0) * unit.factor })}
      />
      <Minutes
        label="For at least"
        seconds={condition.forSeconds}
        error={error('condition.forSeconds')}
        onChange={(forSeconds) => onChange({ ...condition, forSeconds })}
      />
      <Checkbox
        label="Also without data"
        hint="Fires when nothing was measured for 10 minutes."
        checked={condition.noDataSeconds !== null}
        onChange={(event) => onChange({ ...condition, noDataSeconds: event.target.checked ? 600 : null })}
      />
    </>
  )
}

const LogFields = ({ condition, error, onChange }: FieldsOf<'log'>) => (
  <>
    <TextField
      label={condition.as === 'regex' ? 'Pattern' : 'Text'}
      mono
      maxLength={200}
      autoComplete="off"
      value={condition.find}
      error={error('condition.find')}
      onChange={(event) => onChange({ ...condition, find: event.target.value })}
    />
    <NumberField
      label="Lines"
      min={1}
      max={10_000}
      value={condition.count}
      error={error('condition.count')}
      onChange={(count) => onChange({ ...condition, count: count ?? 1 })}
    />
    <NumberField
      label="Within"
      unit="minutes"
      min={1}
      max={60}
      value={condition.minutes}
      error={error('condition.minutes')}
      onChange={(minutes) => onChange({ ...condition, minutes: minutes ?? 1 })}
    />
    <Checkbox
      label="Regular expression"
      checked={condition.as === 'regex'}
      onChange={(event) => onChange({ ...condition, as: event.target.checked ? 'regex' : 'text' })}
    />
    <Checkbox
      label="Match case"
      checked={condition.matchCase}
      onChange={(event) => onChange({ ...condition, matchCase: event.target.checked })}
    />
  </>
)

type MinutesProps = { label: string; seconds: number; error: string | undefined; onChange: (seconds: number) => void }

const Minutes = ({ label, seconds, error, onChange }: MinutesProps) => (
  <NumberField
    label={label}
    unit="minutes"
    min={0}
    max={1440}
    value={seconds / 60}
    error={error}
    onChange={(minutes) => onChange(Math.round((minutes ?? 0) * 60))}
  />
)
