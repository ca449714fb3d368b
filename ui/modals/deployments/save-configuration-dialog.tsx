import { useState } from 'react'
import { proposedChecks, withChecks } from '../../../src/instances/health/proposed-checks.ts'
import type { DialogOf } from '../dialog-of.ts'
import { CheckProposals } from './check-proposals.tsx'
import { DeployChanges } from './deploy-changes.tsx'

export const SaveConfigurationDialog = ({ modal, onClose }: DialogOf<'saveInstanceConfig'>) => {
  const proposed = proposedChecks(modal.configuration)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <DeployChanges
      id={modal.id}
      base={modal.base}
      configuration={withChecks(modal.configuration, proposed, chosen)}
      title="Save and deploy?"
      confirmLabel="Save and deploy"
      failureTitle="The configuration was not saved"
      onClose={onClose}
    >
      {proposed.length > 0 && <CheckProposals proposed={proposed} chosen={chosen} onChange={setChosen} />}
    </DeployChanges>
  )
}
