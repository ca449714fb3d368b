import { useState } from 'react'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { ProjectField } from '../../projects/project-field.tsx'
import { useProjectOptions } from '../../projects/use-project-options.ts'
import type { DialogOf } from '../dialog-of.ts'
import { BulkResults } from './bulk-results.tsx'

const MAX_NAMED = 5

const verbs = { close: 'closed', delete: 'deleted', move: 'moved' } as const
const titles = { close: 'Close instances', delete: 'Delete instances', move: 'Move instances' } as const
const consequences = {
  move: 'They keep running at the same links, and their volumes follow. From now on their usage counts for the other project.',
  close: 'Their programs stop, and the data on their disks is lost. Settings and logs are kept.',
  delete: 'Their programs stop. They are deleted with their disks, settings, events and logs.',
}

/** Closes, deletes or moves several instances, and lists what came of each. */
export const BulkActionDialog = ({ modal: { action, organizationId, instances }, onClose }: DialogOf<'bulkAction'>) => {
  const close = useMutation('closeInstances')
  const remove = useMutation('deleteInstances')
  const move = useMutation('moveInstances')
  const options = useProjectOptions(action === 'move' ? organizationId : null)
  const [projectId, setProjectId] = useState<ProjectId | null>(null)
  const { isRunning, failure, response } = { close, delete: remove, move }[action]
  const names = new Map(instances.map(({ id, name }) => [id, name]))
  const proceed = () => {
    const input = { organizationId, instanceIds: instances.map(({ id }) => id) }
    if (action === 'close') close.mutate(input)
    else if (action === 'delete') remove.mutate(input)
    else if (projectId) move.mutate({ ...input, projectId })
  }
  const verb = verbs[action]
  if (response)
    return (
      <Dialog
        title={titles[action]}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            Okay
          </Button>
        }
      >
        <BulkResults results={response.results} names={names} verb={verb} />
      </Dialog>
    )
  return (
    <Dialog
      title="You are about to perform a bulk action"
      text={`${formatNames([...names.values()])} will be ${verb}. ${consequences[action]}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={action === 'move' ? 'primary' : 'danger'}
            busy={isRunning}
            disabled={action === 'move' && projectId === null}
            onClick={proceed}
          >
            Proceed
          </Button>
        </>
      }
    >
      <Stack>
        {failure && (
          <Banner tone="bad" title={`The instances were not ${verb}`}>
            {failureMessage(failure)}
          </Banner>
        )}
        {action === 'move' &&
          (options ? (
            <ProjectField options={options} value={projectId} onChange={setProjectId} />
          ) : (
            <SkeletonRows rows={1} columns={1} />
          ))}
      </Stack>
    </Dialog>
  )
}

const formatNames = (names: readonly string[]): string => {
  const beyond = names.length - MAX_NAMED
  const named = [...names.slice(0, MAX_NAMED), ...(beyond > 0 ? [`${beyond} more`] : [])]
  return new Intl.ListFormat('en-GB').format(named)
}
