import { lastLoaded } from '../../../src/core/remote-data.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { replicasSize } from '../../../src/rules/deployments/roll-out-room.ts'
import { unusedVolumesText } from '../../../src/volumes/kept-text.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { PriceChange } from '../../instances/price/price-change.tsx'
import { useConfigurationPrice } from '../../instances/price/use-configuration-price.ts'
import { GapNote } from '../../volumes/gap-note.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { useRollOut } from './use-roll-out.tsx'

/** Shows the differences before an earlier configuration is deployed again. */
export const RollbackDialog = ({ modal: { id, deploymentId }, onClose }: DialogOf<'rollbackDeployment'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('rollbackInstance')
  const servingId = instance?.activeDeployment ?? instance?.deployments[0]?._id ?? null
  const target = lastLoaded(useQuery('readDeployment', { id: deploymentId }).data)?.value.deployment
  const serving = lastLoaded(useQuery('readDeployment', servingId && { id: servingId }).data)?.value.deployment
  const { strategy, notice } = useRollOut(
    id,
    target?.configuration ? replicasSize(target.configuration.services) : undefined,
  )
  const price = useConfigurationPrice(target?.configuration?.services, instance?.region ?? '')
  if (!instance) return null
  const [before, after] = [serving?.configuration, target?.configuration]
  return (
    <ChangesDialog
      title={target ? `Roll back to deployment ${target.number}?` : 'Roll back?'}
      text={
        <>
          Its configuration and its images are deployed again as a new deployment.
          {target?.needsPull &&
            ' Its images are no longer kept here, so they have to be pulled again: their registry must still have them.'}
          {before && after && unusedVolumesText(before, after)}
          <GapNote id={instance._id} />
        </>
      }
      confirmLabel="Roll back"
      services={after?.services ?? []}
      differences={before && after ? configurationDifferences(before, after) : null}
      titles={{ before: `Now (${serving?.number ?? '–'})`, after: `Deployment ${target?.number ?? '–'}` }}
      price={<PriceChange before={isCharged(instance) ? dailyPriceOf(instance) : null} after={price} />}
      busy={isRunning}
      failureTitle="The instance was not rolled back"
      failure={failure}
      notice={notice}
      onConfirm={() => target && mutate({ id: instance._id, deploymentNumber: target.number, strategy })}
      onClose={onClose}
    />
  )
}
