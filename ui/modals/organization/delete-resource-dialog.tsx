import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../app/use-mutation.ts'
import { useQuery } from '../../app/use-query.ts'
import { useSelected } from '../../app/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

const STILL_RUNS = 'Instances of this organisation are still running. Close them first.'

type Running = ResponseOf<'readRunningInstances'>['instances']

export const DeleteResourceDialog = ({ modal, onClose }: DialogOf<'deleteResource'>) => {
  const { mutate, isRunning, failure } = useMutation('deleteOrganization')
  const { data } = useQuery('readRunningInstances', isRunning ? null : { id: modal.organizationId })
  // Where it cannot be read, the server refuses.
  const running = isRunning ? [] : (lastLoaded(data)?.value.instances ?? [])
  const isBlocked = running.length > 0
  return (
    <ConfirmByName
      title={`Remove ${modal.name}`}
      name={modal.name}
      confirmLabel="Remove organisation"
      busy={isRunning}
      blocked={
        isBlocked
          ? { reason: STILL_RUNS, details: <RunningInstances id={modal.organizationId} running={running} /> }
          : undefined
      }
      failure={failure && !isBlocked && <WhatRuns failure={failure} />}
      onConfirm={() => mutate({ id: modal.organizationId })}
      onClose={onClose}
    >
      The organisation goes, with its projects, instances, logs, members, API tokens and audit log. Nothing of it can be
      had back.
    </ConfirmByName>
  )
}

const RunningInstances = ({ id, running }: { id: OrganizationId; running: Running }) => {
  const username = useSelected(selectUser)?.organizations.find(({ _id }) => _id === id)?.profile.username
  return (
    <ul>
      {running.map(({ _id, projectId, name, state }) => (
        <li key={_id}>
          <Link to={`/${username}/${projectId}/${_id}`}>{name}</Link> ({state})
        </li>
      ))}
    </ul>
  )
}

/** A refusal names what still runs, one in each field. */
const WhatRuns = ({ failure }: { failure: Failure }) => (
  <>
    {failureMessage(failure)}
    {failure.kind === 'apiError' && failure.fields.length > 0 && (
      <ul>
        {failure.fields.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    )}
  </>
)
