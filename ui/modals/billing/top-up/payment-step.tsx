import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { PaymentId } from '../../../../src/contract/wire/money/payment.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { selectOrganization } from '../../../../src/organizations/organizations.ts'
import { PaymentBanner } from '../../../billing/payments/payment-banner.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { DescriptionList } from '../../../parts/facts/description-list.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'
import { Price } from '../../../parts/text/price.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'

interface PaymentStepProps {
  orgId: OrganizationId
  paymentId: PaymentId
  /** It was begun in this dialog, and not in another tab. */
  authenticatesAtOnce: boolean
  onAgain: () => void
  onClose: () => void
}

export const PaymentStep = ({ orgId, paymentId, authenticatesAtOnce, onAgain, onClose }: PaymentStepProps) => {
  const username = useSelected(selectOrganization)?.profile.username
  const { data, retry } = useQuery('readPayment', { orgId, paymentId })
  const balance = lastLoaded(useQuery('readBalance', { orgId }).data)?.value
  const payment = lastLoaded(data)?.value.payment
  const isOver = payment !== undefined && payment.settledAt !== null
  const hasFailed = isOver && payment.state !== 'succeeded'
  return (
    <Dialog
      title="Top up Your Balance"
      size="medium"
      onClose={onClose}
      actions={
        <>
          <LinkButton to={`/${username}/billing/payments/${paymentId}`} onClick={onClose}>
            View payment
          </LinkButton>
          {hasFailed ? (
            <Button variant="primary" onClick={onAgain}>
              Try again
            </Button>
          ) : (
            <Button variant={isOver ? 'primary' : 'secondary'} onClick={onClose}>
              {isOver ? 'Done' : 'Close'}
            </Button>
          )}
        </>
      }
    >
      <Remote data={data} retry={retry} title="The payment could not be loaded" loading={<SkeletonRows rows={2} />}>
        {({ payment: shown }) => (
          <Stack>
            <PaymentBanner orgId={orgId} payment={shown} authenticatesAtOnce={authenticatesAtOnce} />
            <DescriptionList
              facts={[
                { term: 'Amount', value: <Price micros={shown.amountMicros} /> },
                { term: 'From', value: shown.title },
                ...(isOver && balance
                  ? [{ term: 'Balance now', value: <Price micros={balance.availableMicros - balance.owedMicros} /> }]
                  : []),
              ]}
            />
          </Stack>
        )}
      </Remote>
    </Dialog>
  )
}
