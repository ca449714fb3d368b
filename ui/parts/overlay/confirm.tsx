import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { Banner } from '../state/banner.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  title?: string
  /** What will happen. */
  children: ReactNode
  confirmLabel?: string
  busy?: boolean
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** For what can be made again; what cannot is confirmed by its name. */
export const Confirm = ({
  title = 'Are you sure?',
  children,
  confirmLabel = 'Delete',
  busy = false,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Dialog
    title={title}
    text={children}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    {failure && (
      <Banner tone="bad" title="That did not work">
        {failure}
      </Banner>
    )}
  </Dialog>
)
