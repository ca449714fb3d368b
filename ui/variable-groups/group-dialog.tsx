import { useState } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { VariableGroup } from '../../src/contract/wire/project/variable-group.ts'
import {
  groupDraft,
  groupErrors,
  groupErrorsByField,
  typedGroup,
} from '../../src/instances/configuration/variable-group-draft.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { VariableRows } from '../instances/configuration/variables/variable-rows.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { FormDialog } from '../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../parts/overlay/use-close-after.ts'

type GroupDialogProps = {
  projectId: ProjectId
  /** Null creates one. */
  group: VariableGroup | null
  onClose: () => void
}

/** The form of a variable group. Saved values are not shown. */
export const GroupDialog = ({ projectId, group, onClose }: GroupDialogProps) => {
  const [draft, setDraft] = useState(() => groupDraft(group))
  const [isChecked, setChecked] = useState(false)
  const create = useMutation('createVariableGroup')
  const update = useMutation('updateVariableGroup')
  const { failure, isRunning, response } = group ? update : create

  useCloseAfter(response, onClose)

  const rejected = failure?.kind === 'apiError' ? groupErrorsByField(failure.fields, draft) : {}
  const errors: Readonly<Record<string, string>> = { ...rejected, ...(isChecked ? groupErrors(draft) : {}) }
  const submit = () => {
    setChecked(true)
    if (Object.keys(groupErrors(draft)).length > 0) return
    const { name, variables } = typedGroup(draft)
    if (group) update.mutate({ id: group._id, revision: group.revision, variables })
    else create.mutate({ id: projectId, name, variables })
  }
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : 'New variable group'}
      text="The value of a secret cannot be read again, only replaced."
      size="wide"
      submitLabel={group ? 'Save group' : 'Create group'}
      busy={isRunning}
      failure={failure}
      failureTitle="The group could not be saved"
      onSubmit={submit}
      onClose={onClose}
    >
      {!group && (
        <TextField
          label="Name"
          hint="Services include the group by this name, which cannot be changed."
          placeholder="shared"
          mono
          maxLength={63}
          autoComplete="off"
          value={draft.name}
          error={errors.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      )}
      <VariableRows
        variables={draft.variables}
        errorOf={(field) => errors[field === '' ? 'variables' : `variables.${field}`]}
        onChange={(variables) => setDraft({ ...draft, variables })}
      />
    </FormDialog>
  )
}
