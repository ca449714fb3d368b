import { useEffect, useRef } from 'react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Payment } from '../../../src/contract/wire/money/payment.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { priceText } from '../../parts/text/micros-text.ts'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { useAuthentication } from './use-authentication.ts'

interface PaymentBannerProps {
  orgId: OrganizationId
  payment: Payment
  /** Opens the authentication without another press. */
  authenticatesAtOnce?: boolean
}

/** What happens to a payment, and what its user can do about it. */
export const PaymentBanner = ({ orgId, payment, authenticatesAtOnce = false }: PaymentBannerProps) => {
  const amount = priceText(payment.amountMicros)
  switch (payment.state) {
    case 'succeeded':
      return (
        <Banner tone="good" title={`${amount} of credit was added`}>
          {payment.title} was charged once.
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="bad" title={payment.message ?? 'The card was declined.'}>
          Nothing was charged.
        </Banner>
      )
    case 'canceled':
      return <Banner title="Payment cancelled">{payment.message}</Banner>
    default:
      return <OpenPayment key={payment._id} {...{ orgId, payment, authenticatesAtOnce }} />
  }
}

const OpenPayment = ({ orgId, payment, authenticatesAtOnce }: Required<PaymentBannerProps>) => {
  const { _id: paymentId, state, title } = payment
  const authentication = useAuthentication(orgId, paymentId)
  const cancellation = useMutation('cancelPayment')
  const hasStarted = useRef(false)
  const requiresAction = state === 'requiresAction'
  const startsNow = requiresAction && authenticatesAtOnce
  useEffect(() => {
    if (!startsNow || hasStarted.current) return
    hasStarted.current = true
    authentication.start()
  }, [startsNow, authentication.start])
  const problem = authentication.error ?? (cancellation.failure && failureMessage(cancellation.failure))
  const { response } = cancellation
  const isTooLate = response !== null && response.payment.settledAt === null
  return (
    <Stack gap={3}>
      <Banner
        tone={requiresAction ? 'warn' : 'info'}
        title={requiresAction ? 'Your bank requires authentication' : `${title} is being charged`}
        actions={
          <>
            <MayButton
              may="billing.write"
              size="small"
              busy={cancellation.isRunning}
              onClick={() => cancellation.mutate({ orgId, paymentId })}
            >
              Cancel payment
            </MayButton>
            {requiresAction && (
              <MayButton
                may="billing.write"
                size="small"
                variant="primary"
                busy={authentication.isRunning}
                onClick={authentication.start}
              >
                Authenticate
              </MayButton>
            )}
          </>
        }
      >
        {requiresAction
          ? 'Nothing is charged until you confirm the payment. You can also do that later.'
          : 'It goes on if you leave. The result appears here and in the billing history.'}
      </Banner>
      {isTooLate && (
        <Banner title="The payment cannot be cancelled any more">The card processor is charging the card.</Banner>
      )}
      {problem && (
        <Banner tone="bad" title="That did not work">
          {problem}
        </Banner>
      )}
    </Stack>
  )
}
