import { selectModals } from '../../../src/modals/modals.ts'
import type { Lost } from '../../parts/later/later.tsx'
import { useSelected } from '../use-selected.ts'
import { useSend } from '../use-send.ts'
import { LostNotice } from './lost-notice.tsx'

/** Tells of the press on a dialog when what draws all dialogs could not be fetched. */
export const LostModals = (lost: Lost) => {
  const send = useSend()
  const isOneAsked = useSelected(selectModals).length > 0
  return (
    isOneAsked && (
      <LostNotice
        {...lost}
        what="dialog"
        reload={() => window.location.reload()}
        onDismiss={() => send({ type: 'ui/modalsCleared' })}
      />
    )
  )
}
