import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { usePageNumber } from '../../../hooks/use-url-query.ts'
import { BerthArt } from '../../../parts/art/berth-art.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { listPage, PagedCard } from '../paged-card.tsx'
import { referralColumns } from './referral-columns.tsx'

export const ReferralsCard = () => {
  const { page, to } = usePageNumber()
  const { data, retry } = useQuery('readReferrals', listPage(page))
  const loaded = lastLoaded(data)?.value
  return (
    <PagedCard
      title="Referrals"
      text="Users who signed up with your code, newest first."
      columns={referralColumns}
      rows={loaded?.referrals ?? null}
      rowKey={({ userId }) => userId}
      total={loaded?.totalCount ?? 0}
      page={page}
      to={to}
      data={data}
      onRetry={retry}
      empty={
        <EmptyState
          title="No referrals yet"
          text="Share your code or your link. Users who sign up with it appear here."
          art={<BerthArt />}
        />
      }
    />
  )
}
