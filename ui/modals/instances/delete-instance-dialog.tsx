import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import { KeptVolumes } from '../../volumes/kept-volumes.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'deleteInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('deleteInstance')
  if (!instance) return null
  const isOver = instance.state === 'Closed' || instance.state === 'Failed-start'
  return (
    <ConfirmByName
      title={`Delete ${instance.name}`}
      name={instance.name}
      confirmLabel="Delete instance"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: instance._id })}
      onClose={onClose}
    >
      {isOver
        ? 'The instance will be deleted with its settings, events and logs.'
        : 'The program stops and its link stops working. The instance will be deleted with its disk, settings, events and logs.'}
      <KeptVolumes id={instance._id} />
    </ConfirmByName>
  )
}
