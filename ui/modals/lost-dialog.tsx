import { LostPiece } from '../app/later/lost-piece.tsx'
import { useSend } from '../app/use-send.ts'
import type { Lost } from '../parts/later/later.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'

/** Stands where a dialog would be whose code could not be fetched; the page below keeps what is typed in it. */
export const LostDialog = (lost: Lost) => {
  const send = useSend()
  return (
    <Dialog title="The dialog could not be opened" onClose={() => send({ type: 'ui/modalClosed' })}>
      <LostPiece {...lost} />
    </Dialog>
  )
}
