import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteDeployHookDialog = ({ modal: { id }, onClose }: DialogOf<'deleteDeployHook'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('deleteDeployHook')
  if (!instance) return null
  return (
    <Confirm
      title="Delete deploy hook?"
      confirmLabel="Delete hook"
      busy={isRunning}
      failureTitle="The deploy hook was not deleted"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id })}
      onClose={onClose}
    >
      Its address stops working at once. Registries and scripts that use it get an error.
    </Confirm>
  )
}
