import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { CopyButton } from '../actions/copy-button.tsx'
import { Checkbox } from '../choices/checkbox.tsx'
import { Row } from '../layout/row.tsx'
import { Stack } from '../layout/stack.tsx'
import { Banner } from '../state/banner.tsx'
import { Dialog } from './dialog.tsx'

type SecretDialogProps = {
  title: string
  text: string
  /** A warning that it cannot be seen again. */
  warning: { title: string; text: string }
  /** The text to copy. */
  secret: string
  copyLabel: string
  closeLabel: string
  /** A checkbox that must be ticked before closing; without one, copying is enough. */
  confirmLabel?: string
  /** Other ways to save it, beside the copy button. */
  actions?: ReactNode
  onClose: () => void
  /** Renders the secret. */
  children: ReactNode
}

/** Shows a secret once. Until it is saved, only the dialog's own button closes it. */
export const SecretDialog = ({
  title,
  text,
  warning,
  secret,
  copyLabel,
  closeLabel,
  confirmLabel,
  actions,
  onClose,
  children,
}: SecretDialogProps) => {
  const [isCopied, setCopied] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const mustConfirm = confirmLabel !== undefined && !isConfirmed
  return (
    <Dialog
      title={title}
      text={text}
      focused={copy}
      guarded={confirmLabel === undefined ? !isCopied : mustConfirm}
      onClose={onClose}
      actions={
        <Button variant="primary" disabled={mustConfirm} onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <Stack>
        <Banner tone="warn" title={warning.title}>
          {warning.text}
        </Banner>
        {children}
        <Row wrap>
          <CopyButton
            ref={copy}
            text={secret}
            label={copyLabel}
            withLabel
            size="medium"
            onCopied={() => setCopied(true)}
          />
          {actions}
        </Row>
        {confirmLabel !== undefined && (
          <Checkbox
            label={confirmLabel}
            checked={isConfirmed}
            onChange={({ target }) => setConfirmed(target.checked)}
          />
        )}
      </Stack>
    </Dialog>
  )
}
