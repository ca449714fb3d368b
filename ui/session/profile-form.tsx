import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { email, profileFields, type User } from '../../src/contract/wire/account.ts'
import { usernameFrom } from '../../src/rules/usernames.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { useFocus } from '../parts/focus/use-focus.ts'
import { Stack } from '../parts/layout/stack.tsx'

export type ProfileField = 'name' | 'username' | 'email'

/** Returns the profile fields that are still missing. */
export const missingFields = ({ platformProfile: { name, username, email } }: User): ProfileField[] => {
  const known = { name, username, email }
  return (['name', 'username', 'email'] as const).filter((field) => !known[field]?.trim())
}

const schema = v.object({ ...v.required(v.pick(profileFields, ['name', 'username'])).entries, email })
type Fields = v.InferOutput<typeof schema>

const controls: Record<ProfileField, { label: string; hint?: string; type: string; autoComplete: string }> = {
  name: { label: 'Full name', type: 'text', autoComplete: 'name' },
  username: {
    label: 'Your username',
    hint: 'Lowercase letters, digits and hyphens.',
    type: 'text',
    autoComplete: 'username',
  },
  email: {
    label: 'Your email',
    hint: 'Required to deploy. We e-mail you only when something needs your attention.',
    type: 'email',
    autoComplete: 'email',
  },
}

interface ProfileFormProps {
  user: User
  missing: readonly ProfileField[]
}

/** Asks only for missing fields; values from the provider are kept. */
export const ProfileForm = ({ user, missing }: ProfileFormProps) => {
  const { mutate, isRunning, fieldError } = useMutation('completeOnboarding')
  const { name, username, email: known } = user.platformProfile
  const form = useForm<Fields>({
    resolver: valibotResolver<Fields, unknown, Fields>(schema),
    defaultValues: { name, username: username || usernameFrom(name.replace(/_/g, ' ')), email: known ?? '' },
  })
  useFocus(() => missing[0] && form.setFocus(missing[0]))
  const submit = form.handleSubmit((typed) => mutate(Object.fromEntries(missing.map((field) => [field, typed[field]]))))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        {missing.map((field) => (
          <TextField
            key={field}
            {...controls[field]}
            required
            error={form.formState.errors[field]?.message}
            serverError={fieldError(field)}
            {...form.register(field)}
          />
        ))}
        <Button type="submit" variant="primary" size="large" wide busy={isRunning}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}
