import { failureWords } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useRead } from '../../../app/use-read.ts'
import { Card } from '../../../parts/layout/card.tsx'
import { Pagination } from '../../../parts/navigation/pagination.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { usePageNumber } from '../../../projects/use-page-number.ts'
import { listPage, PAGE_SIZE } from './list-page.ts'
import { withdrawalColumns } from './withdrawal-columns.tsx'

export const WithdrawalsCard = () => {
  const { page, to } = usePageNumber('withdrawals')
  const { data, retry } = useRead('readWithdrawals', listPage(page))
  const shown = lastLoaded(data)?.value ?? null
  return (
    <Card
      title="Withdrawals"
      text="What you asked for is kept aside for you. It stays pending for now: payouts to wallets are not made yet."
      padded={false}
    >
      {data.kind === 'failed' && (
        <FailedState
          inline={shown !== null}
          title="Your withdrawals could not be loaded"
          text={failureWords(data.failure)}
          onRetry={retry}
        />
      )}
      {(shown || data.kind !== 'failed') && (
        <DataTable
          caption="Withdrawals"
          columns={withdrawalColumns}
          rows={shown?.withdrawals ?? []}
          rowKey={({ _id }) => _id}
          loading={shown === null}
          empty={<EmptyState title="No withdrawals" text="What you withdraw is listed here." />}
        />
      )}
      <Pagination label="Withdrawals" page={page} pageSize={PAGE_SIZE} total={shown?.totalCount ?? 0} to={to} />
    </Card>
  )
}
