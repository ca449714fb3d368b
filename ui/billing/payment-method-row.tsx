import { CreditCard, Star, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { PaymentMethod } from '../../src/contract/wire/money/payment-method.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { cardTitle, isExpired } from '../../src/rules/payments/cards.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { clockNowMs, subscribeToSeconds } from '../parts/text/shared-clock.ts'
import { Text } from '../parts/text/text.tsx'
import css from './billing.module.css'

interface PaymentMethodRowProps {
  orgId: OrganizationId
  method: PaymentMethod
}

export const PaymentMethodRow = ({ orgId, method }: PaymentMethodRowProps) => {
  const { _id: paymentMethodId, primary, details } = method
  const blocked = useBlocked('billing.write')
  const isOver = useSyncExternalStore(
    subscribeToSeconds,
    () => details !== null && isExpired(details.info, clockNowMs()),
  )
  const [isRemoving, setRemoving] = useState(false)
  const choice = useMutation('setPrimaryPaymentMethod')
  const removal = useMutation('removePaymentMethod')
  if (!details) return null
  const { info } = details
  const title = cardTitle(info)
  const expiry = `${String(info.expiration_month).padStart(2, '0')}/${info.expiration_year}`
  return (
    <li className={css.row}>
      <CreditCard className={css.icon} aria-hidden />
      <div className={css.title}>
        <span className={css.name}>{title}</span>
        <Badge tone={primary ? 'accent' : 'still'}>{primary ? 'Primary' : 'Backup'}</Badge>
        <Text as="span" size="sm" tone={isOver ? 'bad' : 'muted'}>
          {isOver ? `Expired ${expiry}` : `Expires ${expiry}`}
        </Text>
      </div>
      {blocked === undefined && !primary && (
        <div className={css.choose}>
          <Button
            size="small"
            icon={<Star />}
            busy={choice.isRunning}
            onClick={() => choice.mutate({ orgId, paymentMethodId })}
          >
            Set as primary
          </Button>
        </div>
      )}
      {blocked === undefined && (
        <div className={css.remove}>
          <IconButton label={`Remove ${title}`} icon={<Trash2 />} onClick={() => setRemoving(true)} />
        </div>
      )}
      <div role="status" className={css.wide}>
        {choice.failure && (
          <Text size="sm" tone="bad">
            {failureMessage(choice.failure)}
          </Text>
        )}
      </div>
      {isRemoving && (
        <Confirm
          title={`Remove ${title}?`}
          confirmLabel="Remove"
          busy={removal.isRunning}
          failure={removal.failure}
          failureTitle="The card could not be removed"
          onConfirm={() => removal.mutate({ id: paymentMethodId, organizationId: orgId })}
          onClose={() => setRemoving(false)}
        >
          {primary
            ? 'It is the primary payment method. The oldest other one takes its place; without one, nothing can be paid by card.'
            : 'It cannot be charged any more. You can attach it again.'}
        </Confirm>
      )}
    </li>
  )
}
