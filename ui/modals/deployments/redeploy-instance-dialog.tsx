import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { SavedPriceChange } from '../../instances/price/saved-price-change.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { GapNote } from '../../volumes/gap-note.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { useRollOut } from './use-roll-out.tsx'

export const RedeployInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'redeployInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('redeployInstance')
  const { strategy, notice } = useRollOut(id)
  if (!instance) return null
  return (
    <Confirm
      title={`Deploy ${instance.name} again?`}
      confirmLabel="Deploy again"
      busy={isRunning}
      details={
        <>
          <SavedPriceChange instance={instance} />
          {notice}
        </>
      }
      failureTitle="The instance was not deployed again"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id, strategy })}
      onClose={onClose}
    >
      The saved configuration is deployed with its images as their registries have them now. Data on its disk is lost.
      <GapNote id={instance._id} />
    </Confirm>
  )
}
