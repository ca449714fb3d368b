import { type FormEvent, type ReactNode, useId } from 'react'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { Button } from '../actions/button.tsx'
import { Stack } from '../layout/stack.tsx'
import { Banner } from '../state/banner.tsx'
import { Dialog, type DialogSize } from './dialog.tsx'

type FormDialogProps = {
  title: string
  text?: ReactNode
  /** Text beside the buttons. */
  note?: ReactNode
  size?: DialogSize
  submitLabel: string
  busy?: boolean
  /** Required input is missing. */
  disabled?: boolean
  /** Shown above the fields, unless it belongs to one of them. */
  failure?: Failure | null
  failureTitle?: string
  /** Buttons before Cancel. */
  moreActions?: ReactNode
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

const belongsToField = (failure: Failure): boolean => failure.kind === 'apiError' && failure.fields.length > 0

/** A dialog of fields, which the Enter key submits too. */
export const FormDialog = ({
  title,
  text,
  note,
  size = 'normal',
  submitLabel,
  busy = false,
  disabled = false,
  failure = null,
  failureTitle,
  moreActions,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) onSubmit()
  }
  return (
    <Dialog
      title={title}
      text={text}
      note={note}
      size={size}
      onClose={onClose}
      actions={
        <>
          {moreActions}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          {failure && failureTitle && !belongsToField(failure) && (
            <Banner tone="bad" title={failureTitle}>
              {failureMessage(failure)}
            </Banner>
          )}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
