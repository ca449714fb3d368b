import type { FundsUsage } from '../../src/contract/wire/instance/usage.ts'
import type { RemoteData } from '../../src/core/remote-data.ts'
import { monthlyFromDailyMicros } from '../../src/rules/prices.ts'
import { FigureTile } from '../parts/facts/figure-tile.tsx'
import { Grid } from '../parts/layout/grid.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { Price } from '../parts/text/price.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonCard } from '../parts/waiting/skeleton-card.tsx'

type FundsUsageSectionProps = { data: RemoteData<FundsUsage>; retry: () => void }

/** What a project or cluster has used, and what it uses now. */
export const FundsUsageSection = ({ data, retry }: FundsUsageSectionProps) => (
  <Stack as="section" gap={3}>
    <Heading level={2}>Funds usage</Heading>
    <Remote data={data} retry={retry} title="The funds usage could not be loaded" loading={<SkeletonCard lines={2} />}>
      {({ usedMicros, dailyMicros }: FundsUsage) => (
        <Grid columns={3}>
          <FigureTile label="Used in 30 days" value={<Price micros={usedMicros} decimals={4} />} note="Until now" />
          <FigureTile
            label="At present"
            value={<Price micros={dailyMicros} decimals={4} per="day" />}
            note="Everything that runs or is kept now"
          />
          <FigureTile
            label="At this rate"
            value={<Price micros={monthlyFromDailyMicros(dailyMicros)} per="month" />}
            note="If nothing changes"
          />
        </Grid>
      )}
    </Remote>
  </Stack>
)
