import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { User } from '../../../../src/contract/wire/account.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { mayEditEmail } from '../../../../src/rules/profile-email.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { useSavedForm } from '../../../parts/fields/use-saved-form.ts'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { UnsavedChangesGuard } from '../../../shell/unsaved-changes-guard.tsx'
import { AvatarField } from './avatar-field.tsx'
import { type ProfileFields, profileOf, schema } from './profile-fields.ts'

const EMAIL_STAYS = 'This address comes from your login and cannot be changed here.'
const EMAIL_NEEDED = 'Required to deploy.'

/** A profile that changes elsewhere does not overwrite what is typed. */
export const ProfileForm = ({ user }: { user: User }) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('saveProfile')
  const saved = useMemo(() => profileOf(user), [user])
  const mayEdit = mayEditEmail(user)
  const hasNoEmail = !mayEdit && !user.platformProfile.email
  const { form, differs } = useSavedForm(saved, valibotResolver<ProfileFields, unknown, ProfileFields>(schema(mayEdit)))
  const avatar = useWatch({ control: form.control, name: 'avatar' })

  const field = (name: 'username' | 'name' | 'email') => ({
    error: form.formState.errors[name]?.message,
    serverError: fieldError(name),
    ...form.register(name),
  })
  const isFormError = failure && !(failure.kind === 'apiError' && failure.fields.length > 0)
  return (
    <form
      aria-label="Profile Details"
      noValidate
      onSubmit={form.handleSubmit(({ email, ...fields }) => mutate({ ...fields, ...(mayEdit && email && { email }) }))}
    >
      <Card
        title="Profile Details"
        text="How other members see you."
        footer={
          <Button type="submit" variant="primary" busy={isRunning} disabled={!differs}>
            Save
          </Button>
        }
      >
        <Stack gap={5}>
          {isFormError && (
            <Banner tone="bad" title="The profile was not saved">
              {failureMessage(failure)}
            </Banner>
          )}
          <AvatarField
            name={user.platformProfile.name || user.platformProfile.username}
            avatar={avatar}
            error={fieldError('avatar')}
            onChange={(avatar) => form.setValue('avatar', avatar, { shouldDirty: true })}
          />
          <TextField
            label="YOUR USERNAME"
            hint="Lowercase letters, digits and hyphens."
            required
            maxLength={60}
            autoComplete="username"
            spellCheck={false}
            {...field('username')}
          />
          <TextField label="FULL NAME" required maxLength={120} autoComplete="name" {...field('name')} />
          <TextField
            label="YOUR EMAIL"
            type="email"
            autoComplete="email"
            maxLength={254}
            readOnly={!mayEdit}
            hint={mayEdit || hasNoEmail ? EMAIL_NEEDED : EMAIL_STAYS}
            after={
              hasNoEmail && (
                <LinkButton size="small" variant="quiet" to="/onboarding">
                  Add an e-mail address
                </LinkButton>
              )
            }
            {...field('email')}
          />
        </Stack>
      </Card>
      {differs && <UnsavedChangesGuard what="Your changes to your profile are not saved." />}
    </form>
  )
}
