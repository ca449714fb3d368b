import { TicketPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Price } from '../../parts/text/price.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { lotColumns } from './lot-columns.tsx'
import { PendingCoupons } from './pending-coupons.tsx'
import { ReferralCard } from './referral-card.tsx'

const ORDER =
  'In the order of spending: credit that expires first is spent first; of credit that expires at the same time, that of one project before that for everything, then the oldest.'

/** The billing tab with an organisation's credit. */
export const CreditsTab = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="billing.read" what="the credit">
        <OfOrganization id={organization._id} />
      </MaySee>
    )
  )
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  const { data, retry } = useQuery('readOrganizationCredits', { id })
  return (
    <Stack>
      <Remote data={data} retry={retry} title="The credit could not be loaded" loading={<Waiting />}>
        {(credit) => (
          <>
            <Balance credit={credit} />
            {credit.coupons.length > 0 && <PendingCoupons coupons={credit.coupons} />}
            <Lots lots={credit.lots} />
          </>
        )}
      </Remote>
      <ReferralCard />
    </Stack>
  )
}

type Credit = ResponseOf<'readOrganizationCredits'>

const Balance = ({ credit: { credits, held, owed } }: { credit: Credit }) => {
  const amount = (term: string, of: string, micros: number) => ({
    term,
    value: (
      <Link to={`entries?of=${of}`} aria-label={`Entries of: ${term}`}>
        <Price micros={micros} decimals={4} />
      </Link>
    ),
  })
  return (
    <Card title="Credit" text="Pays for what this organisation uses." actions={<AddCredit />}>
      <DescriptionList
        facts={[
          amount('Balance', 'credit', credits),
          amount('Held for what runs', 'held', held),
          ...(owed > 0 ? [amount('Owed', 'receivable', owed)] : []),
        ]}
      />
    </Card>
  )
}

const Lots = ({ lots }: Pick<Credit, 'lots'>) => (
  <Card title="Credit by source" text={ORDER} padded={false}>
    <DataTable
      caption="Credit by source, in the order of spending"
      columns={lotColumns}
      rows={lots}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title="No credit"
          text="Redeem a promotion code to add credit."
          actions={<AddCredit variant="secondary" />}
        />
      }
    />
  </Card>
)

const AddCredit = ({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) => {
  const send = useSend()
  return (
    <MayButton
      may="billing.write"
      variant={variant}
      size="small"
      icon={<TicketPlus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'addCredit' } })}
    >
      Add Credit
    </MayButton>
  )
}

const Waiting = () => (
  <Stack>
    <Card title="Credit" text="Pays for what this organisation uses." actions={<AddCredit />}>
      <SkeletonRows rows={2} columns={2} />
    </Card>
    <Card title="Credit by source" text={ORDER} padded={false}>
      <SkeletonRows rows={3} columns={5} />
    </Card>
  </Stack>
)
