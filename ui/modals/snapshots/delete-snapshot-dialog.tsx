import { useMutation } from '../../hooks/use-mutation.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteSnapshotDialog = ({ modal: { snapshot }, onClose }: DialogOf<'deleteSnapshot'>) => {
  const { mutate, isRunning, failure } = useMutation('deleteSnapshot')
  return (
    <ConfirmByName
      title={`Delete ${snapshot.name}`}
      name={snapshot.name}
      confirmLabel="Delete snapshot"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: snapshot.projectId, snapshotId: snapshot._id })}
      onClose={onClose}
    >
      The snapshot of {snapshot.source} will be deleted with its file, which cannot be restored.
    </ConfirmByName>
  )
}
