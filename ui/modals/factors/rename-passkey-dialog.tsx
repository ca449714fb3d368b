import { type FormEvent, useId, useState } from 'react'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RenamePasskeyDialog = ({ modal, onClose }: DialogOf<'renamePasskey'>) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('renamePasskey')
  const [name, setName] = useState(modal.name)
  const form = useId()
  const isEmpty = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) mutate({ id: modal.passkeyId, name })
  }
  return (
    <Dialog
      title="Rename passkey"
      text="A name that tells you where it is kept, such as “Blue security key”."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isRunning} disabled={isEmpty}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          value={name}
          maxLength={60}
          autoComplete="off"
          autoFocus
          serverError={fieldError('name') ?? (failure ? failureMessage(failure) : undefined)}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}
