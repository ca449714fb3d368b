import type { Project } from '../../src/contract/wire/compute.ts'
import { statusAppearances } from '../parts/state/status-appearances.ts'
import { StatusMark } from '../parts/state/status-mark.tsx'
import css from './state-counts.module.css'

type StateCountsProps = { report: Project['instanceReport'] }

/** The number of instances in each state, without empty states. */
export const StateCounts = ({ report }: StateCountsProps) => {
  const counts = [
    { appearance: statusAppearances['Failed-start'], count: report.failedToStart, label: 'failed' },
    { appearance: statusAppearances.Active, count: report.active, label: 'active' },
    { appearance: statusAppearances.Starting, count: report.starting, label: 'starting' },
    { appearance: statusAppearances.Closed, count: report.closed, label: 'closed' },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return <span className={css.none}>No instances yet</span>
  return (
    <ul className={css.counts} aria-label="Instances">
      {counts.map(({ appearance, count, label }) => (
        <li key={label}>
          <StatusMark status={{ ...appearance, label: `${count.toLocaleString('en-GB')} ${label}` }} />
        </li>
      ))}
    </ul>
  )
}
