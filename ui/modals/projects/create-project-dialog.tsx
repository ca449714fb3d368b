import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { projectCalls } from '../../../src/contract/calls/project-calls.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import type { DialogOf } from '../dialog-of.ts'

const { name, description } = projectCalls.createProject.body.entries
const fields = v.object({ name, description })
type FieldsTyped = v.InferInput<typeof fields>
type Fields = v.InferOutput<typeof fields>

export const CreateProjectDialog = ({ onClose }: DialogOf<'createNewComputeProject'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure, fieldError } = useMutation('createProject')
  const form = useId()
  const { register, handleSubmit, formState } = useForm<FieldsTyped, unknown, Fields>({
    resolver: valibotResolver<FieldsTyped, unknown, Fields>(fields),
    defaultValues: { name: '', description: '' },
  })
  const submit = handleSubmit((typed) => {
    if (organization) mutate({ ...typed, organizationId: organization._id })
  })
  const isFormError = failure && !(failure.kind === 'apiError' && failure.fields.length > 0)
  return (
    <Dialog
      title="Create New Project"
      text="A project holds instances that belong together: an app, its database, its worker."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isRunning}>
            Create project
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          {isFormError && (
            <Banner tone="bad" title="The project was not created">
              {failureMessage(failure)}
            </Banner>
          )}
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
            hint="What it is for. Others in your organisation read it too."
            error={formState.errors.description?.message}
            serverError={fieldError('description')}
            {...register('description')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
