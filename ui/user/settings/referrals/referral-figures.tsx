import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { FigureTile } from '../../../parts/facts/figure-tile.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Price } from '../../../parts/text/price.tsx'
import { SkeletonText } from '../../../parts/waiting/skeleton-text.tsx'
import { listPage } from '../paged-card.tsx'

export const ReferralFigures = () => {
  const referrals = lastLoaded(useQuery('readReferrals', listPage(1)).data)?.value
  const credits = lastLoaded(useQuery('readCredits', {}).data)?.value.credits
  const count = (value: number | undefined) =>
    value === undefined ? <SkeletonText width="word" /> : value.toLocaleString('en-GB')
  return (
    <Grid columns={3}>
      <FigureTile label="Signup" value={count(referrals?.totalCount)} note="Signed up with your code" />
      <FigureTile label="Pending" value={count(referrals?.pendingCount)} note="Not yet credited" />
      <FigureTile
        label="Credited"
        value={credits ? <Price micros={credits.total} /> : <SkeletonText width="word" />}
        note="Total credit"
      />
    </Grid>
  )
}
