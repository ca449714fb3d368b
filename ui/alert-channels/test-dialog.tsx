import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { AttemptDetails } from './attempt-details.tsx'

/** Sends a test message once and shows the response. */
export const TestDialog = ({ channel: { _id, name }, onClose }: { channel: AlertChannel; onClose: () => void }) => {
  const { mutate, isRunning, failure, response } = useMutation('testAlertChannel')
  return (
    <Dialog
      title={`Test ${name}`}
      text="Sends a message which says that it is a test, once."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={isRunning} onClick={() => mutate({ id: _id })}>
            {response ? 'Send again' : 'Send test'}
          </Button>
        </>
      }
    >
      <Stack>
        {failure && (
          <Banner tone="bad" title="The test could not be sent">
            {failureMessage(failure)}
          </Banner>
        )}
        {response && <AttemptDetails attempt={response.attempt} />}
      </Stack>
    </Dialog>
  )
}
