import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { SavedPriceChange } from '../../instances/price/saved-price-change.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { GapNote } from '../../volumes/gap-note.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { useRollOut } from './use-roll-out.tsx'

export const RestartInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'restartInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('restartInstance')
  const { strategy, notice } = useRollOut(id)
  if (!instance) return null
  return (
    <Confirm
      title={`Restart ${instance.name}?`}
      confirmLabel="Restart"
      busy={isRunning}
      details={
        <>
          <SavedPriceChange instance={instance} />
          {notice}
        </>
      }
      failureTitle="The instance was not restarted"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id, organizationId: instance.organizationId, strategy })}
      onClose={onClose}
    >
      Restarting creates a new instance with the saved configuration. Data on its disk is lost.
      <GapNote id={instance._id} />
    </Confirm>
  )
}
