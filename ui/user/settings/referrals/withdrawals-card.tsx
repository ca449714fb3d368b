import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useRead } from '../../../app/use-read.ts'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { usePageNumber } from '../../../projects/use-page-number.ts'
import { listPage } from './list-page.ts'
import { PagedCard } from './paged-card.tsx'
import { withdrawalColumns } from './withdrawal-columns.tsx'

export const WithdrawalsCard = () => {
  const { page, to } = usePageNumber('withdrawals')
  const { data, retry } = useRead('readWithdrawals', listPage(page))
  const shown = lastLoaded(data)?.value
  return (
    <PagedCard
      title="Withdrawals"
      text="What you asked for is kept aside for you. It stays pending for now: payouts to wallets are not made yet."
      columns={withdrawalColumns}
      rows={shown?.withdrawals ?? null}
      rowKey={({ _id }) => _id}
      total={shown?.totalCount ?? 0}
      page={page}
      to={to}
      data={data}
      onRetry={retry}
      empty={<EmptyState title="No withdrawals" text="What you withdraw is listed here." />}
    />
  )
}
