import { selectInstance } from '../../../src/instances/instances.ts'
import { jobDraft } from '../../../src/instances/jobs/job-draft.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import type { DialogOf } from '../dialog-of.ts'
import { JobForm } from './job-form.tsx'

export const EditJobDialog = ({ modal: { id, jobId, job }, onClose }: DialogOf<'editJob'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('updateJob')
  if (!instance) return null
  const [first] = instance.deployments[0]?.services ?? []
  const draft = jobDraft(job)
  return (
    <JobForm
      title={`Edit ${job.name}`}
      submitLabel="Save"
      failureTitle="The job was not changed"
      instance={instance}
      // A job without a service runs in the first one.
      first={{ ...draft, serviceName: draft.serviceName || (first?.name ?? '') }}
      busy={isRunning}
      failure={failure}
      onSubmit={(settings) => mutate({ id: instance._id, jobId, ...settings })}
      onClose={onClose}
    />
  )
}
