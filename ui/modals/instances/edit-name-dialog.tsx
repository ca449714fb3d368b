import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import type { DialogOf } from '../dialog-of.ts'
import { RenameDialog } from '../rename-dialog.tsx'

export const EditNameDialog = ({ modal: { id }, onClose }: DialogOf<'editName'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('renameInstance')
  if (!instance) return null
  return (
    <RenameDialog
      title="Change name of the instance"
      text="The link stays the same."
      label="Enter Name"
      submitLabel="Proceed"
      name={instance.name}
      busy={isRunning}
      failure={failure}
      onRename={(name) => mutate({ id: instance._id, name, instanceId: instance._id })}
      onClose={onClose}
    />
  )
}
