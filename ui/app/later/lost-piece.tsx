import type { Lost } from '../../parts/later/later.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { lostWords } from './lost-words.ts'
import { useIsReplaced } from './use-is-replaced.ts'

/** Stands where a piece of the interface would be whose code could not be fetched. */
export const LostPiece = ({ retry, busy, headingLevel }: Lost & { headingLevel?: 1 }) => {
  const { text, again } = lostWords(useIsReplaced(busy))
  return (
    <FailedState
      title="This could not be loaded"
      text={text}
      onRetry={again === 'Reload' ? () => window.location.reload() : retry}
      retryLabel={again}
      busy={busy}
      {...(headingLevel && { headingLevel })}
    />
  )
}
