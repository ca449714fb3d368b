import * as v from 'valibot'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { configurationDifferences } from '../../../src/instances/configuration/configuration-differences.ts'
import { storedFrom } from '../../../src/instances/configuration/stored-from.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { GapNote } from '../../volumes/gap-note.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { ChangesDialog } from './changes-dialog.tsx'

export const SaveConfigurationDialog = ({
  modal: { id, base, configuration },
  onClose,
}: DialogOf<'saveInstanceConfig'>) => {
  const { mutate, isRunning, failure } = useMutation('updateInstance')
  const next = storedFrom(v.parse(instanceConfiguration, configuration), base.configuration)
  return (
    <ChangesDialog
      title="Save and deploy?"
      text={
        <>
          The current deployment serves until the new one is ready, and stays if the new one fails.
          <GapNote id={id} />
        </>
      }
      confirmLabel="Save and deploy"
      differences={configurationDifferences(base.configuration, next)}
      titles={{ before: `Deployment ${base.number}`, after: 'New' }}
      busy={isRunning}
      failureTitle="The configuration was not saved"
      failure={failure}
      onConfirm={() => mutate({ id, baseDeployment: base.number, configuration })}
      onClose={onClose}
    />
  )
}
