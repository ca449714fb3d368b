import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { BlockedButton } from '../actions/blocked-button.tsx'
import { Button } from '../actions/button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Stack } from '../layout/stack.tsx'
import { Banner } from '../state/banner.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmByNameProps = {
  title: string
  /** The text that must be typed exactly. */
  name: string
  /** Describes the data that will be lost. */
  children: ReactNode
  confirmLabel: string
  variant?: 'danger' | 'primary'
  /** The opposite action restores everything. */
  reversible?: boolean
  /** Why the action is blocked, whatever is typed. */
  blocked?: { reason: string; details: ReactNode } | undefined
  busy?: boolean
  failure?: Failure | null
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmByName = ({
  title,
  name,
  children,
  confirmLabel,
  variant = 'danger',
  reversible = false,
  blocked,
  busy = false,
  failure = null,
  onConfirm,
  onClose,
}: ConfirmByNameProps) => {
  const [typed, setTyped] = useState('')
  const form = useId()
  const matches = typed === name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !busy && blocked === undefined) onConfirm()
  }
  return (
    <Dialog
      title={title}
      text={
        <>
          {children}
          {!reversible && <p>Please be sure, this action is irreversible.</p>}
        </>
      }
      onClose={onClose}
      note={matches ? null : 'Please fill in all the fields'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {blocked === undefined ? (
            <Button type="submit" form={form} variant={variant} busy={busy} disabled={!matches}>
              {confirmLabel}
            </Button>
          ) : (
            <BlockedButton variant={variant} reason={blocked.reason}>
              {confirmLabel}
            </BlockedButton>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack>
          {blocked && (
            <Banner tone="warn" title={blocked.reason}>
              {blocked.details}
            </Banner>
          )}
          {failure && (
            <Banner tone="bad" title="Something went wrong">
              <FailureDetails failure={failure} />
            </Banner>
          )}
          <TextField
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            mono
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The server's message, with its messages about single fields. */
const FailureDetails = ({ failure }: { failure: Failure }) => (
  <>
    {failureMessage(failure)}
    {failure.kind === 'apiError' && failure.fields.length > 0 && (
      <ul>
        {failure.fields.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    )}
  </>
)
