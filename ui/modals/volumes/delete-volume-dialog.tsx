import { selectVolume } from '../../../src/volumes/volumes.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteVolumeDialog = ({ modal: { id }, onClose }: DialogOf<'deleteVolume'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const { mutate, isRunning, failure } = useMutation('deleteVolume')
  if (!volume) return null
  return (
    <ConfirmByName
      title={`Delete ${volume.name}`}
      name={volume.name}
      confirmLabel="Delete volume"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: volume._id })}
      onClose={onClose}
    >
      The volume will be deleted with its data, which cannot be restored.
    </ConfirmByName>
  )
}
