import { CreditCard } from 'lucide-react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
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
  const takesCards = (useConfiguration()?.cards ?? null) !== null
  const connected = lastLoaded(data)?.value.paymentMethods.filter(
    ({ connectionState }) => connectionState === 'connected',
  )
  return (
    <Card
      title="Payment methods"
      text="Payments are taken from the primary method. The others are its backup."
      padded={false}
      actions={takesCards && (connected?.length ?? 0) > 0 && <AddCard />}
    >
      <Remote
        data={data}
        retry={retry}
        title="The payment methods could not be loaded"
        value={connected ?? null}
        loading={<SkeletonRows rows={2} />}
        empty={
          connected?.length === 0 && (
            <EmptyState
              title="No payment methods"
              text={takesCards ? 'Attach a card to pay with it.' : 'This installation takes no payments by card.'}
              actions={takesCards && <AddCard />}
            />
          )
        }
      >
        {(methods) => (
          <ul className={css.list} aria-label="Payment methods">
            {methods.map((method) => (
              <PaymentMethodRow key={method._id} orgId={orgId} method={method} />
            ))}
          </ul>
        )}
      </Remote>
    </Card>
  )
}

const AddCard = () => {
  const send = useSend()
  return (
    <MayButton
      may="billing.write"
      size="small"
      icon={<CreditCard />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'stripePayment' } })}
    >
      Credit / Debit Card
    </MayButton>
  )
}
