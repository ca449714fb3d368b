import { type FormEvent, useEffect, useState } from 'react'
import type { SavedView } from '../../src/contract/wire/saved-view.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { Row } from '../parts/layout/row.tsx'
import css from './saved-views.module.css'

type RenameViewFormProps = { view: SavedView; onDone: () => void }

export const RenameViewForm = ({ view, onDone }: RenameViewFormProps) => {
  const { mutate, isRunning, response, failure, fieldError } = useMutation('renameSavedView')
  const [name, setName] = useState(view.name)
  useEffect(() => {
    if (response) onDone()
  }, [response, onDone])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === view.name) onDone()
    else if (name.trim() !== '') mutate({ id: view._id, name })
  }
  return (
    <form
      className={css.rename}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The panel stays open.
        event.stopPropagation()
        onDone()
      }}
    >
      <TextField
        label={`New name for ${view.name}`}
        labelHidden
        value={name}
        maxLength={60}
        autoComplete="off"
        autoFocus
        serverError={fieldError('name') ?? (failure ? failureMessage(failure) : undefined)}
        onChange={(event) => setName(event.target.value)}
      />
      <Row gap={2}>
        <Button type="submit" size="small" variant="primary" busy={isRunning} disabled={name.trim() === ''}>
          Rename
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </Row>
    </form>
  )
}
