import type { ReactNode } from 'react'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { Button } from '../actions/button.tsx'
import { Banner } from '../state/banner.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  title?: string
  /** Describes the consequence. */
  children: ReactNode
  /** Shown below the consequence: a price, a choice. */
  details?: ReactNode
  confirmLabel?: string
  /** Plain for what loses nothing. */
  tone?: 'danger' | 'plain'
  busy?: boolean
  /** The reason why it is not possible, shown before the press. */
  hindrance?: { title: string; text: string } | false
  failureTitle?: string
  failure?: Failure | null
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that can be undone or repeated. All others use `ConfirmByName`. */
export const Confirm = ({
  title = 'Are you sure?',
  children,
  details,
  confirmLabel = 'Delete',
  tone = 'danger',
  busy = false,
  hindrance = false,
  failureTitle = 'Something went wrong',
  failure = null,
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
        <Button
          variant={tone === 'danger' ? 'danger' : 'primary'}
          busy={busy}
          disabled={Boolean(hindrance)}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </>
    }
  >
    {details}
    {hindrance && (
      <Banner tone="warn" title={hindrance.title}>
        {hindrance.text}
      </Banner>
    )}
    {failure && (
      <Banner tone="bad" title={failureTitle}>
        {failureMessage(failure)}
      </Banner>
    )}
  </Dialog>
)
