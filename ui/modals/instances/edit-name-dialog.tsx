import { type FormEvent, useId, useState } from 'react'
import { failureMessage } from '../../../src/core/failure.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const EditNameDialog = ({ modal: { id }, onClose }: DialogOf<'editName'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure, fieldError } = useMutation('renameInstance')
  const [name, setName] = useState(instance?.name ?? '')
  const form = useId()
  if (!instance) return null
  const isEmpty = name.trim() === ''
  const error = fieldError('name') ?? (failure ? failureMessage(failure) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) mutate({ id: instance._id, name, instanceId: instance._id })
  }
  return (
    <Dialog
      title="Change name of the instance"
      text="The link keeps its address."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isRunning} disabled={isEmpty}>
            Proceed
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label="Enter Name"
          value={name}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          serverError={error}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
