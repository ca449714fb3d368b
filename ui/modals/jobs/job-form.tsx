import { useState } from 'react'
import type { InputOf } from '../../../src/contract/contract.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { type Errors, type JobDraft, scheduleErrors, typedJob } from '../../../src/instances/jobs/job-draft.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { clockNowMs } from '../../parts/text/shared-clock.ts'
import { RuleFields } from './fields/rule-fields.tsx'
import { RunFields } from './fields/run-fields.tsx'
import { ScheduleFields } from './fields/schedule-fields.tsx'

type JobFormProps = {
  title: string
  submitLabel: string
  failureTitle: string
  instance: Instance
  first: JobDraft
  busy: boolean
  failure: Failure | null
  onSubmit: (settings: Omit<InputOf<'createJob'>, 'id'>) => void
  onClose: () => void
}

/** The settings of a job, new or known. Errors appear on submit, those of the schedule once it is left, and go when their field changes. */
export const JobForm = ({ instance, first, failure, onSubmit, ...dialog }: JobFormProps) => {
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Errors>({})
  const [nowMs] = useState(clockNowMs)
  const change = (changed: Partial<JobDraft>) => {
    setDraft((last) => ({ ...last, ...changed }))
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([field]) => !(field in changed))))
  }
  const errorOf = (field: string) => errors[field] ?? (failure ? fieldErrorMessage(failure, field) : undefined)
  const submit = () => {
    const typed = typedJob(draft, new Date(nowMs))
    if ('settings' in typed) onSubmit(typed.settings)
    else setErrors(typed.errors)
  }
  const fields = { draft, change, errorOf }
  return (
    <FormDialog {...dialog} size="medium" failure={failure} onSubmit={submit}>
      <TextField
        label="Name"
        maxLength={60}
        autoComplete="off"
        required
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <RunFields {...fields} services={instance.deployments[0]?.services.map(({ name }) => name) ?? []} />
      <ScheduleFields
        {...fields}
        nowMs={nowMs}
        onLeave={() => setErrors((last) => ({ ...last, ...scheduleErrors(draft, new Date(nowMs)) }))}
      />
      <RuleFields {...fields} />
    </FormDialog>
  )
}
