import { useMutation } from '../../hooks/use-mutation.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteBackupDialog = ({ modal: { backup }, onClose }: DialogOf<'deleteBackup'>) => {
  const { mutate, isRunning, failure } = useMutation('deleteBackup')
  return (
    <ConfirmByName
      title={`Delete ${backup.name}`}
      name={backup.name}
      confirmLabel="Delete plan"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: backup.projectId, backupId: backup._id })}
      onClose={onClose}
    >
      {backup.place
        ? `No further backups are made. The files in the bucket ${backup.place.bucket} stay there, but leave this list and can no longer be restored from here.`
        : 'No further backups are made. Those on the platform stay as snapshots until you delete them.'}
    </ConfirmByName>
  )
}
