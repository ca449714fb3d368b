import { failureWords } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useRead } from '../../../app/use-read.ts'
import { BerthArt } from '../../../parts/art/berth-art.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Pagination } from '../../../parts/navigation/pagination.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { usePageNumber } from '../../../projects/use-page-number.ts'
import { listPage, PAGE_SIZE } from './list-page.ts'
import { referralColumns } from './referral-columns.tsx'

export const ReferralsCard = () => {
  const { page, to } = usePageNumber()
  const { data, retry } = useRead('readReferrals', listPage(page))
  const shown = lastLoaded(data)?.value ?? null
  return (
    <Card title="Referrals" text="Everybody who came with your code, the newest first." padded={false}>
      {data.kind === 'failed' && (
        <FailedState
          inline={shown !== null}
          title="Your referrals could not be loaded"
          text={failureWords(data.failure)}
          onRetry={retry}
        />
      )}
      {(shown || data.kind !== 'failed') && (
        <DataTable
          caption="Referrals"
          columns={referralColumns}
          rows={shown?.referrals ?? []}
          rowKey={({ userId }) => userId}
          loading={shown === null}
          empty={
            <EmptyState
              title="Nobody yet"
              text="Share your code or your link; whoever comes with it is listed here."
              art={<BerthArt />}
            />
          }
        />
      )}
      <Pagination label="Referrals" page={page} pageSize={PAGE_SIZE} total={shown?.totalCount ?? 0} to={to} />
    </Card>
  )
}
