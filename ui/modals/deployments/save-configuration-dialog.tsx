import { useState } from 'react'
import * as v from 'valibot'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { proposedChecks, withChecks } from '../../../src/instances/configuration/proposed-checks.ts'
import { storedFrom } from '../../../src/instances/configuration/stored-from.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { replicasSize } from '../../../src/rules/deployments/roll-out-room.ts'
import { updateText } from '../../../src/volumes/gap-text.ts'
import { unusedVolumesText } from '../../../src/volumes/kept-text.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { PriceChange } from '../../instances/price/price-change.tsx'
import { useConfigurationPrice } from '../../instances/price/use-configuration-price.ts'
import { useInstanceVolumes } from '../../volumes/use-instance-volumes.ts'
import type { DialogOf } from '../dialog-of.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { CheckProposals } from './check-proposals.tsx'
import { useRollOut } from './use-roll-out.tsx'

export const SaveConfigurationDialog = ({
  modal: { id, base, configuration },
  onClose,
}: DialogOf<'saveInstanceConfig'>) => {
  const { mutate, isRunning, failure } = useMutation('updateInstance')
  const { isMounted, lastGapMs } = useInstanceVolumes(id)
  const proposed = proposedChecks(configuration)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const deployed = withChecks(configuration, proposed, checked)
  const next = storedFrom(v.parse(instanceConfiguration, deployed), base.configuration)
  const { strategy, notice } = useRollOut(id, replicasSize(next.services))
  const instance = useSelected(selectInstance(id), [id])
  const price = useConfigurationPrice(next.services, instance?.region ?? '')
  return (
    <ChangesDialog
      title="Save and deploy?"
      text={updateText(isMounted, lastGapMs) + unusedVolumesText(base.configuration, next)}
      confirmLabel="Save and deploy"
      services={next.services}
      differences={configurationDifferences(base.configuration, next)}
      titles={{ before: `Deployment ${base.number}`, after: 'New' }}
      price={<PriceChange before={instance && isCharged(instance) ? dailyPriceOf(instance) : null} after={price} />}
      busy={isRunning}
      failureTitle="The configuration was not saved"
      failure={failure}
      notice={
        <>
          {notice}
          {proposed.length > 0 && <CheckProposals proposed={proposed} chosen={checked} onChange={setChecked} />}
        </>
      }
      onConfirm={() => mutate({ id, baseDeployment: base.number, configuration: deployed, strategy })}
      onClose={onClose}
    />
  )
}
