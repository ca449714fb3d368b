import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteJobDialog = ({ modal: { id, jobId, name }, onClose }: DialogOf<'deleteJob'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('deleteJob')
  if (!instance) return null
  return (
    <Confirm
      title={`Delete ${name}?`}
      confirmLabel="Delete job"
      busy={isRunning}
      failureTitle="The job was not deleted"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id, jobId })}
      onClose={onClose}
    >
      It does not run again. A run that has not ended goes on, and its history stays in the list of runs.
    </Confirm>
  )
}
