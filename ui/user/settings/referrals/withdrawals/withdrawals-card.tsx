import { lastLoaded } from '../../../../../src/core/remote-data.ts'
import { useQuery } from '../../../../hooks/use-query.ts'
import { usePageNumber } from '../../../../hooks/use-url-query.ts'
import { EmptyState } from '../../../../parts/waiting/empty-state.tsx'
import { listPage, PagedCard } from '../../paged-card.tsx'
import { withdrawalColumns } from './withdrawal-columns.tsx'

export const WithdrawalsCard = () => {
  const { page, to } = usePageNumber('withdrawals')
  const { data, retry } = useQuery('readWithdrawals', listPage(page))
  const loaded = lastLoaded(data)?.value
  return (
    <PagedCard
      title="Withdrawals"
      text="Requested amounts are reserved. They stay pending, because payouts to wallets are not available yet."
      columns={withdrawalColumns}
      rows={loaded?.withdrawals ?? null}
      rowKey={({ _id }) => _id}
      total={loaded?.totalCount ?? 0}
      page={page}
      to={to}
      data={data}
      onRetry={retry}
      empty={<EmptyState title="No withdrawals" text="Your withdrawals appear here." />}
    />
  )
}
