import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { projectCalls } from '../../../src/contract/calls/project-calls.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

const { name, description } = projectCalls.createProject.body.entries
const fields = v.object({ name, description })
type FieldsTyped = v.InferInput<typeof fields>
type Fields = v.InferOutput<typeof fields>

export const CreateProjectDialog = ({ onClose }: DialogOf<'createNewComputeProject'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure, fieldError } = useMutation('createProject')
  const { register, handleSubmit, formState } = useForm<FieldsTyped, unknown, Fields>({
    resolver: valibotResolver<FieldsTyped, unknown, Fields>(fields),
    defaultValues: { name: '', description: '' },
  })
  const submit = handleSubmit((typed) => {
    if (organization) mutate({ ...typed, organizationId: organization._id })
  })
  return (
    <FormDialog
      title="Create New Project"
      text="A project groups instances that belong together, such as an app, its database and its worker."
      onClose={onClose}
      submitLabel="Create project"
      busy={isRunning}
      failure={failure}
      failureTitle="The project was not created"
      onSubmit={submit}
    >
      <TextField
        label="Project Title"
        required
        maxLength={60}
        autoComplete="off"
        autoFocus
        error={formState.errors.name?.message}
        serverError={fieldError('name')}
        {...register('name')}
      />
      <TextArea
        label="Project Description"
        hint="Visible to all members of your organisation."
        error={formState.errors.description?.message}
        serverError={fieldError('description')}
        {...register('description')}
      />
    </FormDialog>
  )
}
