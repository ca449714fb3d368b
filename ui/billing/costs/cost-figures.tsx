import { useMemo, useSyncExternalStore } from 'react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { CostReport } from '../../../src/contract/wire/money/cost.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { outlookPeriod } from '../../../src/costs/cost-range.ts'
import { monthOutlook } from '../../../src/costs/month-outlook.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { FigureTile } from '../../parts/facts/figure-tile.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { microsText } from '../../parts/text/micros-text.ts'
import { Price } from '../../parts/text/price.tsx'
import { clockNowMs, subscribeToSeconds } from '../../parts/text/shared-clock.ts'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { useUtcHour } from './use-utc-hour.ts'

const DAY_SECONDS = 86_400

/** What an organisation costs today and this month, and what the month will cost. */
export const CostFigures = ({ orgId }: { orgId: OrganizationId }) => {
  const hourMs = useUtcHour()
  const { data, retry } = useQuery('readCosts', { id: orgId, by: 'subject', ...outlookPeriod(hourMs) })
  const atMs = lastLoaded(data)?.atMs ?? 0
  return (
    <Remote data={data} retry={retry} title="The costs could not be loaded" loading={<SkeletonCard lines={2} />}>
      {(report: CostReport) => <Figures report={report} atMs={atMs} />}
    </Remote>
  )
}

const Figures = ({ report, atMs }: { report: CostReport; atMs: number }) => {
  const outlook = useMemo(() => monthOutlook(report, atMs), [report, atMs])
  const { dailyMicros } = report
  const { todayMicros, monthMicros, atPresentMicros, asRecentlyMicros } = outlook
  const [least, most] = [Math.min(atPresentMicros, asRecentlyMicros), Math.max(atPresentMicros, asRecentlyMicros)]
  const isOne = microsText(least) === microsText(most)
  return (
    <Grid columns="figures">
      <FigureTile
        label="This month"
        value={<Running micros={monthMicros} dailyMicros={dailyMicros} atMs={atMs} />}
        note="Since the first, UTC"
      />
      <FigureTile
        label="Today"
        value={<Running micros={todayMicros} dailyMicros={dailyMicros} atMs={atMs} />}
        note="Since midnight, UTC"
      />
      <FigureTile
        label="At present"
        value={<Price micros={dailyMicros} decimals={4} per="day" />}
        note="Everything that runs or is kept now"
      />
      <FigureTile
        label="At the end of the month"
        value={isOne ? microsText(least) : `${microsText(least)} to ${microsText(most)}`}
        note={
          isOne
            ? 'If nothing changes'
            : `${microsText(atPresentMicros)} if nothing changes, ${microsText(asRecentlyMicros)} as in the last 7 days`
        }
      />
    </Grid>
  )
}

/** An amount that grows by the second between two readings. */
const Running = ({ micros, dailyMicros, atMs }: { micros: number; dailyMicros: number; atMs: number }) => {
  const seconds = useSyncExternalStore(subscribeToSeconds, () => Math.max(0, Math.floor((clockNowMs() - atMs) / 1000)))
  return <Price micros={micros + Math.floor((dailyMicros * seconds) / DAY_SECONDS)} decimals={4} />
}
