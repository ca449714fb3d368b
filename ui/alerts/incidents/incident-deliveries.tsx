import { Send } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Delivery } from '../../../src/contract/wire/alerts/alert-delivery.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { deliveryStates } from '../../alert-channels/channel-texts.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Badge } from '../../parts/state/badge.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import css from '../alerts.module.css'

type IncidentDeliveriesProps = {
  deliveries: readonly Delivery[]
  /** Shown when there are none. */
  none: string
}

/** Which channel received which message, newest first. */
export const IncidentDeliveries = ({ deliveries, none }: IncidentDeliveriesProps) => (
  <Stack gap={2}>
    <Text weight="medium">Deliveries</Text>
    {deliveries.length === 0 ? (
      <Text size="sm" tone="muted">
        {none}
      </Text>
    ) : (
      <ul className={css.deliveries} aria-label="Deliveries">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery._id} delivery={delivery} />
        ))}
      </ul>
    )}
  </Stack>
)

const DeliveryRow = ({ delivery }: { delivery: Delivery }) => {
  const { _id: deliveryId, channelId, channelName, title, state, createdAt, settledAt } = delivery
  const organization = useOrganization()
  const { mutate, isRunning, failure } = useMutation('redeliver')
  const details = `/${organization?.profile.username}/settings/channels?channel=${channelId}&delivery=${deliveryId}`
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.title}>
          <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].label}</Badge>
          <Link to={details}>{channelName}</Link>
        </span>
        <Text size="sm">{title}</Text>
        <Text size="sm" tone="muted">
          Created <RelativeTime at={createdAt} />
          {settledAt && (
            <>
              , {state === 'delivered' ? 'delivered' : 'given up'} <RelativeTime at={settledAt} />
            </>
          )}
          . {attemptsText(delivery)}
        </Text>
        <Problem delivery={delivery} />
        {failure && (
          <Text size="sm" tone="bad">
            The message could not be sent again. {failureMessage(failure)}
          </Text>
        )}
      </div>
      {state !== 'waiting' && (
        <MayButton
          may="instances.write"
          size="small"
          icon={<Send />}
          busy={isRunning}
          onClick={() => mutate({ id: channelId, deliveryId })}
        >
          Send again
          <HiddenText> to {channelName}</HiddenText>
        </MayButton>
      )}
    </li>
  )
}

const Problem = ({ delivery: { error, nextAttemptAt } }: { delivery: Delivery }) =>
  (error !== '' || nextAttemptAt !== null) && (
    <Text size="sm" tone={error === '' ? 'muted' : 'bad'}>
      {error}
      {nextAttemptAt && (
        <>
          {' '}
          Next attempt <RelativeTime at={nextAttemptAt} />.
        </>
      )}
    </Text>
  )

function attemptsText({ attempts, state, nextAttemptAt }: Delivery): string {
  if (attempts > 0) return attempts === 1 ? 'One attempt.' : `${attempts} attempts.`
  const isBehind = state === 'waiting' && nextAttemptAt === null
  return isBehind ? 'Waits for an earlier message to this channel, or until it is enabled.' : 'Not sent yet.'
}
