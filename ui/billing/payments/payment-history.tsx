import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { usePageNumber } from '../../hooks/use-url-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { paymentColumns, paymentTime } from './payment-columns.tsx'

const PAGE_SIZE = 20

/** The billing tab with an organisation's payments. */
export const PaymentHistory = () => {
  const organization = useOrganization()
  if (!organization) return null
  return (
    <MaySee may="billing.read" what="the billing history">
      <OfOrganization orgId={organization._id} username={organization.profile.username} />
    </MaySee>
  )
}

const OfOrganization = ({ orgId, username }: { orgId: OrganizationId; username: string }) => {
  const { page, to } = usePageNumber()
  const { data, retry } = useQuery('readPayments', { orgId, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
  const total = lastLoaded(data)?.value.total ?? 0
  return (
    <Card
      title="Billing history"
      text="Purchases of credit, the newest first."
      padded={false}
      footer={
        total > PAGE_SIZE && (
          <Pagination label="Billing history" page={page} pageSize={PAGE_SIZE} total={total} to={to} />
        )
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="The billing history could not be loaded"
        loading={<SkeletonRows columns={4} />}
      >
        {({ payments }) => (
          <DataTable
            caption="Billing history"
            columns={paymentColumns}
            rows={payments}
            rowKey={({ _id }) => _id}
            rowName={paymentTime}
            rowLink={({ _id }) => `/${username}/billing/payments/${_id}`}
            empty={
              total > 0 ? (
                <EmptyState title="Nothing on this page" text="Go back a page." />
              ) : (
                <EmptyState title="No payments" text="Each purchase of credit is listed here, with its result." />
              )
            }
          />
        )}
      </Remote>
    </Card>
  )
}
