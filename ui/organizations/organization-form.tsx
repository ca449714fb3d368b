import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { filledText } from '../../src/contract/wire/common.ts'
import { reservedUsernames, usernameFrom } from '../../src/rules/usernames.ts'
import { useFocus } from '../hooks/use-focus.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import css from './organization-form.module.css'
import { OrganizationMaking } from './organization-making.tsx'
import { OrganizationPreview } from './organization-preview.tsx'

const fields = v.object({
  name: v.pipe(
    filledText(60),
    v.check((name) => /[a-z0-9]/i.test(name), 'Use at least one letter from a to z or a digit.'),
    v.check((name) => !reservedUsernames.has(usernameFrom(name)), errorCodes.usernameReserved.message),
  ),
})

type Fields = v.InferOutput<typeof fields>

/** Asks for a name, with a live preview. */
export const OrganizationForm = () => {
  const { mutate, state, isRunning, fieldError } = useMutation('createOrganization')
  const [submitted, setSubmitted] = useState<string | null>(null)
  const form = useForm<Fields>({
    resolver: valibotResolver<Fields, unknown, Fields>(fields),
    defaultValues: { name: '' },
  })
  const name = useWatch({ control: form.control, name: 'name' })
  useFocus(() => form.setFocus('name'))

  if (state?.kind === 'succeeded' && submitted !== null) return <OrganizationMaking name={submitted} />

  const submit = form.handleSubmit((typed) => {
    setSubmitted(typed.name)
    mutate({ name: typed.name, preferedAppType: 'compute' })
  })
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <OrganizationPreview name={name} />
      <TextField
        label="Organisation name"
        placeholder="Harbour Works"
        autoComplete="organization"
        maxLength={60}
        required
        error={form.formState.errors.name?.message}
        serverError={fieldError('name')}
        {...form.register('name')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isRunning}>
        Create organisation
      </Button>
    </form>
  )
}
