import type { Project } from '../../../src/contract/wire/compute.ts'
import { totalsOf } from '../../../src/projects/projects.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { FigureTile } from '../../parts/facts/figure-tile.tsx'
import { Price } from '../../parts/text/price.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import css from './dashboard-figures.module.css'

type DashboardFiguresProps = {
  /** Null while they load. */
  projects: readonly Project[] | null
  totalCount: number
}

/** Running instances and their cost. */
export const DashboardFigures = ({ projects, totalCount }: DashboardFiguresProps) => {
  const totals = projects && totalsOf(projects)
  const figure = (value: number | undefined) =>
    value === undefined ? <SkeletonText width="word" /> : value.toLocaleString('en-GB')
  const scope = projects && totalCount > projects.length ? `Of the newest ${projects.length} projects` : null
  return (
    <div className={css.figures}>
      <FigureTile label="Active" value={figure(totals?.active)} note={scope ?? startingNote(totals)} />
      <FigureTile
        label="Failed to start"
        value={figure(totals?.failed)}
        tone={totals && totals.failed > 0 ? 'bad' : 'plain'}
        note={scope ?? failedNote(totals)}
      />
      <FigureTile label="Closed" value={figure(totals?.closed)} note={scope ?? 'Only what they keep is charged'} />
      <FigureTile
        label="Current spend"
        value={totals ? <Price micros={totals.dailyMicros} per="day" /> : <SkeletonText width="word" />}
        note={
          scope ??
          (totals ? (
            <Price micros={monthlyFromDailyMicros(totals.dailyMicros)} per="month" />
          ) : (
            <SkeletonText width="half" />
          ))
        }
      />
    </div>
  )
}

type Totals = ReturnType<typeof totalsOf> | null

const startingNote = (totals: Totals): string =>
  totals && totals.starting > 0 ? `${totals.starting} more starting` : 'Running now'

const failedNote = (totals: Totals): string => {
  if (!totals) return ''
  return totals.failed > 0 ? 'Not running' : 'No problems'
}
