import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { chunkLoadErrorMessage } from './chunk-load-error-message.ts'
import { useIsReplaced } from './use-is-replaced.ts'

/** Stands where a piece of the interface would be whose code could not be fetched. */
export const ChunkLoadError = ({ retry, busy, headingLevel }: ChunkLoadErrorProps & { headingLevel?: 1 }) => {
  const { text, again } = chunkLoadErrorMessage(useIsReplaced(busy))
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
