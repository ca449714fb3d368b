import { ChunkLoadError } from '../app/lazy/chunk-load-error.tsx'
import { useSend } from '../app/use-send.ts'
import type { ChunkLoadErrorProps } from '../parts/lazy/lazy.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'

/** Stands where a dialog would be whose code could not be fetched; the page below keeps what is typed in it. */
export const ChunkLoadErrorDialog = (loadError: ChunkLoadErrorProps) => {
  const send = useSend()
  return (
    <Dialog title="The dialog could not be opened" onClose={() => send({ type: 'ui/modalClosed' })}>
      <ChunkLoadError {...loadError} />
    </Dialog>
  )
}
