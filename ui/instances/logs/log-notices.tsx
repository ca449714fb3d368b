import { Button } from '../../parts/actions/button.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import css from './log-notices.module.css'
import { numberText } from './log-text.ts'

type LogNoticesProps = {
  failure: string | null
  onRetry: () => void
  /** A message about the line in the address. */
  line: string | null
  /** How many lines are hidden because the view was cleared. */
  hidden: number
  onShowAll: () => void
}

/** Notices about the lines below: failures, a missing line, hidden lines. */
export const LogNotices = ({ failure, onRetry, line, hidden, onShowAll }: LogNoticesProps) => (
  <>
    {failure && (
      <div className={css.failure}>
        <FailedState inline title="Some lines could not be loaded" text={failure} onRetry={onRetry} />
      </div>
    )}
    {line && (
      <p className={css.notice} role="status">
        {line}
      </p>
    )}
    {hidden > 0 && (
      <div className={css.notice}>
        <span role="status">
          {numberText(hidden)} earlier {hidden === 1 ? 'line is' : 'lines are'} hidden.
        </span>
        <Button size="small" onClick={onShowAll}>
          Show all
        </Button>
      </div>
    )}
  </>
)
