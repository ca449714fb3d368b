import { useState } from 'react'
import { type Failure, failureMessage, fieldErrorMessage } from '../../src/core/failure.ts'
import { TextField } from '../parts/fields/text-field.tsx'
import { FormDialog } from '../parts/overlay/form-dialog.tsx'

type RenameDialogProps = {
  title: string
  text: string
  label: string
  submitLabel: string
  /** The current name. */
  name: string
  busy: boolean
  failure: Failure | null
  onRename: (name: string) => void
  onClose: () => void
}

/** Asks for another name. */
export const RenameDialog = ({ label, name, failure, onRename, ...dialog }: RenameDialogProps) => {
  const [typed, setTyped] = useState(name)
  return (
    <FormDialog {...dialog} disabled={typed.trim() === ''} onSubmit={() => onRename(typed)}>
      <TextField
        label={label}
        value={typed}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        serverError={failure ? (fieldErrorMessage(failure, 'name') ?? failureMessage(failure)) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}
