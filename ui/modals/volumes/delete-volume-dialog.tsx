import { selectVolume } from '../../../src/volumes/volumes.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteVolumeDialog = ({ modal: { id }, onClose }: DialogOf<'deleteVolume'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const deletion = useMutation('deleteVolume')
  const abandonment = useMutation('abandonVolume')
  if (!volume) return null
  const isGone = volume.deletionError?.code === 'engineNotConnected'
  const { mutate, isRunning, failure } = isGone ? abandonment : deletion
  return (
    <ConfirmByName
      title={`${isGone ? 'Remove' : 'Delete'} ${volume.name}`}
      name={volume.name}
      confirmLabel={isGone ? 'Remove volume' : 'Delete volume'}
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: volume._id })}
      onClose={onClose}
    >
      {isGone
        ? 'The engine with the data of this volume is not connected. The volume is removed now, and its data is deleted only if the engine is connected again.'
        : 'The volume will be deleted with its data, which cannot be restored.'}
    </ConfirmByName>
  )
}
