import type { Drain } from '../../src/contract/wire/drains/drain.ts'
import { CheckboxGroup } from '../parts/choices/checkbox-group.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import type { DrainFieldsProps } from './drain-fields-props.ts'
import css from './drains.module.css'

const logTypes: readonly { value: Drain['logTypes'][number]; label: string }[] = [
  { value: 'instanceLogs', label: 'Instances' },
  { value: 'runLogs', label: 'Runs of jobs' },
  { value: 'logs', label: 'Deployments' },
]
const streams: readonly { value: Drain['streams'][number]; label: string }[] = [
  { value: 'stdout', label: 'Standard output' },
  { value: 'stderr', label: 'Standard error' },
  { value: 'system', label: 'Platform' },
]

const changed = <Value,>(all: readonly Value[], value: Value, isChosen: boolean): Value[] =>
  isChosen ? [...all, value] : all.filter((each) => each !== value)

/** Which lines a drain sends. */
export const DrainFilterFields = ({ draft, errorOf, onChange }: DrainFieldsProps) => {
  const withError = (field: string) => {
    const hint = errorOf(field)
    return hint === undefined ? {} : { hint }
  }
  return (
    <>
      <div className={css.pair}>
        <CheckboxGroup
          legend="Logs of"
          {...withError('logTypes')}
          options={logTypes}
          chosen={draft.logTypes}
          onChange={(value, isChosen) => onChange({ logTypes: changed(draft.logTypes, value, isChosen) })}
        />
        <CheckboxGroup
          legend="Streams"
          {...withError('streams')}
          options={streams}
          chosen={draft.streams}
          onChange={(value, isChosen) => onChange({ streams: changed(draft.streams, value, isChosen) })}
        />
      </div>
      <TextField
        label="Services"
        hint="Names of services of instances, separated by commas. Leave empty for all."
        placeholder="web, worker"
        mono
        maxLength={2000}
        autoComplete="off"
        value={draft.services}
        error={errorOf('services')}
        onChange={({ target }) => onChange({ services: target.value })}
      />
    </>
  )
}
