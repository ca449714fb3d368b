import { Send } from 'lucide-react'
import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import type { DeliveryId } from '../../src/contract/wire/alerts/alert-delivery.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Button } from '../parts/actions/button.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { Text } from '../parts/text/text.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { AttemptDetails } from './attempt-details.tsx'

type DeliveryDialogProps = { channel: AlertChannel; id: DeliveryId; onClose: () => void }

/** A message with all its attempts. */
export const DeliveryDialog = ({ channel, id, onClose }: DeliveryDialogProps) => {
  const input = { id: channel._id, deliveryId: id }
  const { data, retry } = useQuery('readChannelDelivery', input)
  const { mutate, isRunning, failure } = useMutation('redeliver')
  const delivery = lastLoaded(data)?.value.delivery
  return (
    <Dialog
      title={delivery?.title ?? 'Delivery'}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {delivery && delivery.state !== 'waiting' && (
            <MayButton may="instances.write" icon={<Send />} busy={isRunning} onClick={() => mutate(input)}>
              Send again
            </MayButton>
          )}
        </>
      }
    >
      <Stack>
        {failure && (
          <Banner tone="bad" title="The message could not be sent again">
            {failureMessage(failure)}
          </Banner>
        )}
        <Remote data={data} retry={retry} title="The delivery could not be loaded">
          {({ message, deliveryAttempts }) => (
            <Stack>
              <Text>{message.summary}</Text>
              <Text size="sm" tone="muted" mono>
                msg_{id}
              </Text>
              {deliveryAttempts.length === 0 && <Text tone="muted">Not sent yet.</Text>}
              {deliveryAttempts.map((attempt) => (
                <AttemptDetails key={attempt.startedAt} attempt={attempt} />
              ))}
            </Stack>
          )}
        </Remote>
      </Stack>
    </Dialog>
  )
}
