import type { DialogOf } from '../dialog-of.ts'
import { DeployChanges } from './deploy-changes.tsx'

export const SaveConfigurationDialog = ({ modal, onClose }: DialogOf<'saveInstanceConfig'>) => (
  <DeployChanges
    id={modal.id}
    base={modal.base}
    configuration={modal.configuration}
    title="Save and deploy?"
    confirmLabel="Save and deploy"
    failureTitle="The configuration was not saved"
    onClose={onClose}
  />
)
