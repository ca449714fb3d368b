import type { ReactNode } from 'react'
import * as v from 'valibot'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { SavedConfiguration } from '../../../src/instances/configuration/edited-configuration.ts'
import { storedFrom } from '../../../src/instances/configuration/stored-from.ts'
import type { ConfigurationInput } from '../../../src/instances/configuration/typed-configuration.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { servicesAtDeployment } from '../../../src/instances/scaling/present-replicas.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { replicasSize } from '../../../src/rules/deployments/roll-out-room.ts'
import { updateText } from '../../../src/volumes/gap-text.ts'
import { unusedVolumesText } from '../../../src/volumes/kept-text.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { PriceChange } from '../../instances/price/price-change.tsx'
import { useConfigurationPrice } from '../../instances/price/use-configuration-price.ts'
import { useInstanceVolumes } from '../../volumes/use-instance-volumes.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { useRollOut } from './use-roll-out.tsx'

type DeployChangesProps = {
  id: string
  base: SavedConfiguration
  configuration: ConfigurationInput
  title: string
  confirmLabel: string
  failureTitle: string
  disabled?: boolean
  /** The fields of the change. */
  children?: ReactNode
  onClose: () => void
}

/** Deploys a new configuration of an instance after its price, its changes and its interruption were shown. */
export const DeployChanges = ({ id, base, configuration, onClose, ...dialog }: DeployChangesProps) => {
  const { mutate, isRunning, failure } = useMutation('updateInstance')
  const { isMounted, lastGapMs } = useInstanceVolumes(id)
  const next = storedFrom(v.parse(instanceConfiguration, configuration), base.configuration)
  const instance = useSelected(selectInstance(id), [id])
  const started = servicesAtDeployment(next.services, instance)
  const { strategy, notice } = useRollOut(id, replicasSize(started))
  const price = useConfigurationPrice(started, instance?.region ?? '')
  return (
    <ChangesDialog
      {...dialog}
      text={updateText(isMounted, lastGapMs) + unusedVolumesText(base.configuration, next)}
      services={next.services}
      differences={configurationDifferences(base.configuration, next)}
      titles={{ before: `Deployment ${base.number}`, after: 'New' }}
      price={<PriceChange before={instance && isCharged(instance) ? dailyPriceOf(instance) : null} after={price} />}
      busy={isRunning}
      failure={failure}
      notice={notice}
      onConfirm={() => mutate({ id, baseDeployment: base.number, configuration, strategy })}
      onClose={onClose}
    />
  )
}
