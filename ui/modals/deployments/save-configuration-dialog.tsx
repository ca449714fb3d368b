import * as v from 'valibot'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { storedFrom } from '../../../src/instances/configuration/stored-from.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { replicasSize } from '../../../src/rules/deployments/roll-out-room.ts'
import { updateText } from '../../../src/volumes/gap-text.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useInstanceVolumes } from '../../volumes/use-instance-volumes.ts'
import type { DialogOf } from '../dialog-of.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { useRollOut } from './use-roll-out.tsx'

export const SaveConfigurationDialog = ({
  modal: { id, base, configuration },
  onClose,
}: DialogOf<'saveInstanceConfig'>) => {
  const { mutate, isRunning, failure } = useMutation('updateInstance')
  const { isMounted, lastGapMs } = useInstanceVolumes(id)
  const next = storedFrom(v.parse(instanceConfiguration, configuration), base.configuration)
  const { strategy, notice } = useRollOut(id, replicasSize(next.services))
  return (
    <ChangesDialog
      title="Save and deploy?"
      text={updateText(isMounted, lastGapMs)}
      confirmLabel="Save and deploy"
      differences={configurationDifferences(base.configuration, next)}
      titles={{ before: `Deployment ${base.number}`, after: 'New' }}
      busy={isRunning}
      failureTitle="The configuration was not saved"
      failure={failure}
      notice={notice}
      onConfirm={() => mutate({ id, baseDeployment: base.number, configuration, strategy })}
      onClose={onClose}
    />
  )
}
