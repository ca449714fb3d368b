import { selectInstance } from '../../../src/instances/instances.ts'
import { newJobDraft } from '../../../src/instances/jobs/job-draft.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { localZone } from '../../instances/jobs/zoned-time-text.ts'
import type { DialogOf } from '../dialog-of.ts'
import { JobForm } from './job-form.tsx'

export const CreateJobDialog = ({ modal: { id }, onClose }: DialogOf<'createJob'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('createJob')
  if (!instance) return null
  return (
    <JobForm
      title="Create job"
      submitLabel="Create job"
      failureTitle="The job was not created"
      instance={instance}
      first={newJobDraft(instance.deployments[0]?.services[0]?.name ?? '', localZone())}
      busy={isRunning}
      failure={failure}
      onSubmit={(settings) => mutate({ id: instance._id, ...settings })}
      onClose={onClose}
    />
  )
}
