import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { BulkResults } from './bulk-results.tsx'

const MAX_NAMED = 5

const consequences = {
  close: 'Their programs stop, and the data on their disks is lost. Settings and logs are kept.',
  delete: 'Their programs stop. They are deleted with their disks, settings, events and logs.',
}

/** Closes or deletes several instances, and lists what came of each. */
export const BulkActionDialog = ({ modal: { action, organizationId, instances }, onClose }: DialogOf<'bulkAction'>) => {
  const close = useMutation('closeInstances')
  const remove = useMutation('deleteInstances')
  const { isRunning, failure, response } = action === 'close' ? close : remove
  const names = new Map(instances.map(({ id, name }) => [id, name]))
  const proceed = () =>
    (action === 'close' ? close : remove).mutate({ organizationId, instanceIds: instances.map(({ id }) => id) })
  const verb = action === 'close' ? 'closed' : 'deleted'
  if (response)
    return (
      <Dialog
        title={action === 'close' ? 'Close instances' : 'Delete instances'}
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
          <Button variant="danger" busy={isRunning} onClick={proceed}>
            Proceed
          </Button>
        </>
      }
    >
      {failure && (
        <Stack>
          <Banner tone="bad" title={`The instances were not ${verb}`}>
            {failureMessage(failure)}
          </Banner>
        </Stack>
      )}
    </Dialog>
  )
}

const formatNames = (names: readonly string[]): string => {
  const beyond = names.length - MAX_NAMED
  const named = [...names.slice(0, MAX_NAMED), ...(beyond > 0 ? [`${beyond} more`] : [])]
  return new Intl.ListFormat('en-GB').format(named)
}
