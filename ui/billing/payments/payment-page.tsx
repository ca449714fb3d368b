import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import * as v from 'valibot'
import type { Organization } from '../../../src/contract/wire/account.ts'
import { type Payment, paymentId } from '../../../src/contract/wire/money/payment.ts'
import { isNotFound } from '../../../src/core/failure.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { DescriptionList, type Fact } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { priceText } from '../../parts/text/micros-text.ts'
import { exactTimeText } from '../../parts/text/time-text.ts'
import { MissingState } from '../../parts/waiting/missing-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { paymentAppearances } from './payment-appearances.ts'
import { PaymentBanner } from './payment-banner.tsx'

const idIn = (text: string | undefined) => {
  const read = v.safeParse(paymentId, text)
  return read.success ? read.output : null
}

/** One payment, as it stands now in every tab. */
export const PaymentPage = () => {
  const organization = useOrganization()
  if (!organization) return null
  return (
    <MaySee may="billing.read" what="the payments">
      <OfOrganization organization={organization} />
    </MaySee>
  )
}

const OfOrganization = ({ organization }: { organization: Organization }) => {
  const id = idIn(useParams().paymentId)
  const orgId = organization._id
  const base = `/${organization.profile.username}/billing`
  const { data, retry } = useQuery('readPayment', id && { orgId, paymentId: id })
  if (id === null || (data.kind === 'failed' && isNotFound(data.failure)))
    return (
      <MissingState
        headingLevel={2}
        title="Payment not found"
        text="It does not exist, or belongs to another organisation."
        to={`${base}/payment-history`}
        label="Go to billing history"
      />
    )
  return (
    <Remote data={data} retry={retry} title="The payment could not be loaded" loading={<SkeletonCard />}>
      {({ payment }) => (
        <Card
          title={`Payment of ${priceText(payment.amountMicros)}`}
          text={<StatusMark status={paymentAppearances[payment.state]} />}
          actions={
            <LinkButton size="small" icon={<ArrowLeft />} to={`${base}/payment-history`}>
              All payments
            </LinkButton>
          }
        >
          <Stack>
            <PaymentBanner orgId={orgId} payment={payment} />
            <DescriptionList facts={factsOf(payment, base)} />
          </Stack>
        </Card>
      )}
    </Remote>
  )
}

const factsOf = (payment: Payment, base: string): Fact[] => {
  const { _id, state, title, amountMicros, paymentMethodId, createdAt, settledAt } = payment
  const charged = state === 'succeeded' ? amountMicros : 0
  return [
    { term: 'Charged', value: priceText(charged) },
    {
      term: 'Payment method',
      value: paymentMethodId ? <Link to={`${base}/payment-methods`}>{title}</Link> : `${title}, removed since`,
    },
    { term: 'Started', value: exactTimeText(Date.parse(createdAt)) },
    { term: 'Ended', value: settledAt ? exactTimeText(Date.parse(settledAt)) : 'Not yet' },
    { term: 'Payment ID', value: <CopyId id={_id} /> },
  ]
}
