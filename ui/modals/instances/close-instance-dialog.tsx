import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { keptWhileClosedText } from '../../../src/volumes/kept-text.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { PriceChange } from '../../instances/price/price-change.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { useKeptWhileClosed } from '../../volumes/use-kept-while-closed.ts'
import type { DialogOf } from '../dialog-of.ts'

export const CloseInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'closeInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('closeInstance')
  const kept = useKeptWhileClosed(instance)
  if (!instance) return null
  const now = isCharged(instance) ? dailyPriceOf(instance) : (kept?.dailyMicros ?? 0)
  return (
    <Confirm
      title={`Close ${instance.name}?`}
      confirmLabel="Close instance"
      busy={isRunning}
      details={<PriceChange before={now} after={kept?.dailyMicros ?? null} />}
      failureTitle="The instance was not closed"
      failure={failure}
      onConfirm={() => mutate({ id: instance._id, organizationId: instance.organizationId, instanceId: instance._id })}
      onClose={onClose}
    >
      The program stops, its link stops working, and the data on its disk is lost. Its settings and logs are kept.{' '}
      {kept && keptWhileClosedText(kept.volumes, kept.addresses)}
    </Confirm>
  )
}
