import { useState } from 'react'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { type Errors, newRunDraft, type RunDraft, typedRun } from '../../../src/instances/jobs/job-draft.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { RunFields } from './fields/run-fields.tsx'

/** Runs a command once; then the page of the run opens. */
export const RunCommandDialog = ({ modal: { id }, onClose }: DialogOf<'runCommand'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('startRun')
  const services = instance?.deployments[0]?.services.map(({ name }) => name) ?? []
  const [draft, setDraft] = useState<RunDraft>(() => newRunDraft(services[0] ?? ''))
  const [errors, setErrors] = useState<Errors>({})
  if (!instance) return null
  const change = (changed: Partial<RunDraft>) => {
    setDraft((last) => ({ ...last, ...changed }))
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([field]) => !(field in changed))))
  }
  const submit = () => {
    const typed = typedRun(draft)
    if ('settings' in typed) mutate({ id: instance._id, ...typed.settings })
    else setErrors(typed.errors)
  }
  return (
    <FormDialog
      title="Run command"
      text="Runs once in a new container, beside the replicas."
      size="medium"
      submitLabel="Run"
      busy={isRunning}
      failure={failure}
      failureTitle="The command was not run"
      onSubmit={submit}
      onClose={onClose}
    >
      <RunFields
        draft={draft}
        change={change}
        errorOf={(field) => errors[field] ?? (failure ? fieldErrorMessage(failure, field) : undefined)}
        services={services}
      />
    </FormDialog>
  )
}
