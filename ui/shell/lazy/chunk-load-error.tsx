import { useEffect } from 'react'
import { selectIsReplaced } from '../../../src/code/code.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'

/** Returns why code is missing and how to get it. Code that a newer build has removed needs a reload. */
export const useChunkLoadErrorMessage = (isRetrying: boolean): { text: string; again: 'Retry' | 'Reload' } => {
  const send = useSend()
  // Each failure makes an effect compare the build with the server's.
  useEffect(() => {
    if (!isRetrying) send({ type: 'ui/chunkLoadFailed' })
  }, [send, isRetrying])
  return useSelected(selectIsReplaced)
    ? { text: 'The console has been updated since this page was opened.', again: 'Reload' }
    : { text: 'Check your connection, then try again.', again: 'Retry' }
}

/** Replaces a component whose code could not be fetched. */
export const ChunkLoadError = ({ retry, busy, headingLevel }: ChunkLoadErrorProps & { headingLevel?: 1 }) => {
  const { text, again } = useChunkLoadErrorMessage(busy)
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
