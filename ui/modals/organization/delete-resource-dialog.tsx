import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

const STILL_RUNS = 'Instances of this organisation are still running. Close them first.'

type Running = ResponseOf<'readRunningInstances'>['instances']

export const DeleteResourceDialog = ({ modal, onClose }: DialogOf<'deleteResource'>) => {
  const { mutate, isRunning, failure } = useMutation('deleteOrganization')
  const { data } = useQuery('readRunningInstances', isRunning ? null : { id: modal.organizationId })
  // If it cannot be read, the server checks again.
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
      failure={isBlocked ? null : failure}
      onConfirm={() => mutate({ id: modal.organizationId })}
      onClose={onClose}
    >
      This permanently deletes the organisation with its projects, instances, logs, members, API tokens and audit log.
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
