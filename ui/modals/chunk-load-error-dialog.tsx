import { useSend } from '../hooks/use-console.tsx'
import type { ChunkLoadErrorProps } from '../parts/lazy/lazy.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { ChunkLoadError } from '../shell/lazy/chunk-load-error.tsx'

/** Replaces a dialog whose code could not be fetched; the page below keeps its form state. */
export const ChunkLoadErrorDialog = (loadError: ChunkLoadErrorProps) => {
  const send = useSend()
  return (
    <Dialog title="The dialog could not be opened" onClose={() => send({ type: 'ui/modalClosed' })}>
      <ChunkLoadError {...loadError} />
    </Dialog>
  )
}
