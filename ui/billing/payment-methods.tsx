import { CreditCard } from 'lucide-react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { useOpenModal } from '../hooks/use-open-modal.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Card } from '../parts/layout/card.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { MaySee } from '../shell/permissions/may-see.tsx'
import css from './billing.module.css'
import { PaymentMethodRow } from './payment-method-row.tsx'

/** The billing tab with an organisation's payment methods. */
export const PaymentMethods = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="billing.read" what="the payment methods">
        <OfOrganization orgId={organization._id} />
      </MaySee>
    )
  )
}

const OfOrganization = ({ orgId }: { orgId: OrganizationId }) => {
  const { data, retry } = useQuery('readPaymentMethods', { orgId })
  const openModal = useOpenModal()
  const add = (
    <MayButton
      may="billing.write"
      variant="primary"
      size="small"
      icon={<CreditCard />}
      onClick={() => openModal({ kind: 'stripePayment' })}
    >
      Credit / Debit Card
    </MayButton>
  )
  return (
    <Card
      title="Payment methods"
      text="Payments are taken from the primary method, and from a backup when it fails."
      padded={false}
      actions={add}
    >
      <Remote
        data={data}
        retry={retry}
        title="The payment methods could not be loaded"
        loading={<SkeletonRows rows={2} />}
      >
        {({ paymentMethods }) => {
          const connected = paymentMethods.filter(({ connectionState }) => connectionState === 'connected')
          return connected.length === 0 ? (
            <EmptyState title="No payment methods" text="Attach a card to top up your balance." actions={add} />
          ) : (
            <ul className={css.list} aria-label="Payment methods">
              {connected.map((method) => (
                <PaymentMethodRow key={method._id} orgId={orgId} method={method} />
              ))}
            </ul>
          )
        }}
      </Remote>
    </Card>
  )
}
