import type { Project } from '../../src/contract/wire/compute.ts'
import { statusLooks } from '../parts/state/status-looks.ts'
import { StatusMark } from '../parts/state/status-mark.tsx'
import css from './state-counts.module.css'

type StateCountsProps = { report: Project['instanceReport'] }

/** How many instances are in each state; states with none are left out. */
export const StateCounts = ({ report }: StateCountsProps) => {
  const counts = [
    { look: statusLooks['Failed-start'], count: report.failedToStart, word: 'failed' },
    { look: statusLooks.Active, count: report.active, word: 'active' },
    { look: statusLooks.Starting, count: report.starting, word: 'starting' },
    { look: statusLooks.Closed, count: report.closed, word: 'closed' },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return <span className={css.none}>No instances yet</span>
  return (
    <ul className={css.counts} aria-label="Instances">
      {counts.map(({ look, count, word }) => (
        <li key={word}>
          <StatusMark status={{ ...look, word: `${count.toLocaleString('en-GB')} ${word}` }} />
        </li>
      ))}
    </ul>
  )
}
