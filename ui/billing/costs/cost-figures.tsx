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
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { useUtcHour } from './use-utc-hour.ts'

const DAY_SECONDS = 86_400

/** What an organisation costs today and this month, and what the month will cost. */
export const CostFigures = ({ orgId }: { orgId: OrganizationId }) => {
  const hourMs = useUtcHour()
  const { data } = useQuery('readCosts', { id: orgId, by: 'subject', ...outlookPeriod(hourMs) })
  const last = lastLoaded(data)
  if (last) return <Figures report={last.value} atMs={last.atMs} />
  // The report below says what failed, and is read again with these.
  return data.kind === 'failed' ? null : <SkeletonCard lines={2} />
}

const Figures = ({ report, atMs }: { report: CostReport; atMs: number }) => {
  const outlook = useMemo(() => monthOutlook(report, atMs), [report, atMs])
  const { dailyMicros } = report
  const { todayMicros, monthMicros, atPresentMicros, asRecentlyMicros } = outlook
  const recently = asRecentlyMicros === null ? null : microsText(asRecentlyMicros)
  const isSteady = recently === null || recently === microsText(atPresentMicros)
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
        value={<Price micros={atPresentMicros} />}
        note={isSteady ? 'If nothing changes' : `If nothing changes; ${recently} as in the last 7 days`}
      />
    </Grid>
  )
}

/** An amount that grows by the second between two readings. */
const Running = ({ micros, dailyMicros, atMs }: { micros: number; dailyMicros: number; atMs: number }) => {
  const seconds = useSyncExternalStore(subscribeToSeconds, () => Math.max(0, Math.floor((clockNowMs() - atMs) / 1000)))
  return <Price micros={micros + Math.floor((dailyMicros * seconds) / DAY_SECONDS)} decimals={4} />
}
