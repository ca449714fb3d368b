import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { filledText } from '../../src/contract/wire/common.ts'
import { latinUsernameFrom } from '../../src/rules/names/latin-username.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { useFocus } from '../parts/focus/use-focus.ts'
import { OrganizationCreation } from './organization-creation.tsx'
import css from './organization-form.module.css'
import { OrganizationPreview } from './organization-preview.tsx'
import { usernameSchema } from './username-schema.ts'

const fields = v.object({ name: filledText(60), username: usernameSchema })

type Fields = v.InferOutput<typeof fields>

/** Asks for a name and a username, which follows the name until it is edited. Shows a live preview. */
export const OrganizationForm = () => {
  const { mutate, state, isRunning, fieldError } = useMutation('createOrganization')
  const [submitted, setSubmitted] = useState<Fields | null>(null)
  const form = useForm<Fields>({
    resolver: valibotResolver<Fields, unknown, Fields>(fields),
    defaultValues: { name: '', username: '' },
  })
  const [name, username] = useWatch({ control: form.control, name: ['name', 'username'] })
  const { errors, dirtyFields } = form.formState
  useFocus(() => form.setFocus('name'))

  if (state?.kind === 'succeeded' && submitted !== null) return <OrganizationCreation {...submitted} />

  const submit = form.handleSubmit((typed) => {
    setSubmitted(typed)
    mutate({ ...typed, preferedAppType: 'compute' })
  })
  const followName = (typed: string) => {
    if (!dirtyFields.username) form.resetField('username', { defaultValue: latinUsernameFrom(typed) })
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <OrganizationPreview name={name} username={username} />
      <TextField
        label="Organisation name"
        placeholder="Harbour Works"
        autoComplete="organization"
        maxLength={60}
        required
        error={errors.name?.message}
        serverError={fieldError('name')}
        {...form.register('name', { onChange: (event) => followName(event.target.value) })}
      />
      <TextField
        label="Username"
        hint="Used in your organisation's URLs."
        required
        mono
        maxLength={60}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        error={errors.name ? undefined : errors.username?.message}
        serverError={username === submitted?.username ? fieldError('username') : undefined}
        {...form.register('username')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isRunning}>
        Create organisation
      </Button>
    </form>
  )
}
