import { type FormEvent, useEffect, useState } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { TextField } from '../parts/fields/text-field.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import css from './saved-views.module.css'

type SaveViewFormProps = { projectId: ProjectId; query: string }

export const SaveViewForm = ({ projectId, query }: SaveViewFormProps) => {
  const { mutate, isRunning, response, failure, fieldError } = useMutation('createSavedView')
  const [name, setName] = useState('')
  const isFiltered = query !== ''
  // A saved name is free for the next one.
  useEffect(() => {
    if (response) setName('')
  }, [response])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFiltered && name.trim() !== '') mutate({ id: projectId, name, query })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label="Save current filters as"
        value={name}
        maxLength={60}
        autoComplete="off"
        disabled={!isFiltered}
        hint={isFiltered ? undefined : 'Filter, search or sort the list first.'}
        serverError={fieldError('name') ?? (failure ? failureMessage(failure) : undefined)}
        onChange={(event) => setName(event.target.value)}
      />
      <MayButton
        may="instances.write"
        type="submit"
        variant="primary"
        busy={isRunning}
        disabled={!isFiltered || name.trim() === ''}
      >
        Save view
      </MayButton>
    </form>
  )
}
