import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const CloseInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'closeInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('closeInstance')
  if (!instance) return null
  return (
    <Confirm
      title={`Close ${instance.name}?`}
      confirmLabel="Close instance"
      busy={isRunning}
      failureTitle="The instance was not closed"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id, organizationId: instance.organizationId, instanceId: instance._id })}
      onClose={onClose}
    >
      The program stops, its link stops working, and the data on its disk is lost. Its settings and logs are kept. You
      are no longer charged for running it; volumes and static addresses that it keeps still cost.
    </Confirm>
  )
}
