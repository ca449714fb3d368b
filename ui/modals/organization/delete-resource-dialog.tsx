import type { Failure } from '../../../src/core/failure.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { useAsk } from '../../app/use-ask.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteResourceDialog = ({ modal, onClose }: DialogOf<'deleteResource'>) => {
  const { ask, isRunning, failure } = useAsk('deleteOrganization')
  return (
    <ConfirmByName
      title={`Remove ${modal.name}`}
      name={modal.name}
      confirmLabel="Remove organisation"
      busy={isRunning}
      failure={failure && <WhatRuns failure={failure} />}
      onConfirm={() => ask({ id: modal.organizationId })}
      onClose={onClose}
    >
      The organisation goes, with its projects, instances, logs, members, API tokens and audit log. Nothing of it can be
      had back.
    </ConfirmByName>
  )
}

/** A refusal names what still runs, one in each field. */
const WhatRuns = ({ failure }: { failure: Failure }) => (
  <>
    {failureWords(failure)}
    {failure.kind === 'refused' && failure.fields.length > 0 && (
      <ul>
        {failure.fields.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    )}
  </>
)
