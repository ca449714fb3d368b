import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { appTypes, type Organization } from '../../../src/contract/wire/account.ts'
import { filledText } from '../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useSavedForm } from '../../parts/fields/use-saved-form.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { UnsavedChangesGuard } from '../../shell/unsaved-changes-guard.tsx'
import { OrganizationPreview } from '../organization-preview.tsx'
import { usernameSchema } from '../username-schema.ts'
import { DangerZone } from './danger-zone.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { OrganizationPicture } from './organization-picture.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { Registries } from './registries.tsx'

const fields = v.object({
  name: filledText(60),
  username: usernameSchema,
  image: v.nullable(v.string()),
  preferedAppType: v.picklist(appTypes),
})
type Fields = v.InferOutput<typeof fields>

const apps = [
  { value: 'compute', title: 'Compute', text: 'Running containers' },
  { value: 'site', title: 'Hosting', text: 'Sites from repositories' },
  { value: 'storage', title: 'Storage', text: 'Files in buckets' },
] as const

const fieldsOf = ({ profile: { name, username, image }, preferedAppType }: Organization): Fields => ({
  name,
  username,
  image,
  preferedAppType,
})

export const GeneralSettings = () => {
  const organization = useOrganization()
  const blocked = useBlocked('organization.write')
  return (
    organization && (
      <Stack key={organization._id} gap={5}>
        {blocked !== undefined && <Banner>{blocked}</Banner>}
        <GeneralForm organization={organization} />
        <Registries id={organization._id} />
        <NotificationSettings />
        <PrivacySettings />
        <DangerZone />
      </Stack>
    )
  )
}

const GeneralForm = ({ organization }: { organization: Organization }) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('saveOrganization')
  const isReadOnly = useBlocked('organization.write') !== undefined
  const saved = useMemo(() => fieldsOf(organization), [organization])
  const { form, differs } = useSavedForm(saved, valibotResolver<Fields, unknown, Fields>(fields))
  const { register, control, handleSubmit, setValue } = form
  const typed = useWatch({ control })
  const { errors } = form.formState
  const submit = handleSubmit((changed) => mutate({ id: organization._id, ...changed }))
  const isFormError = failure && !(failure.kind === 'apiError' && failure.fields.length > 0)
  const isUsernameChanged = typed.username !== organization.profile.username
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title="General"
        footer={
          <MayButton may="organization.write" type="submit" variant="primary" busy={isRunning} disabled={!differs}>
            Save
          </MayButton>
        }
      >
        <Stack gap={5} width="prose">
          {isFormError && (
            <Banner tone="bad" title="Can't update the organisation">
              {failureMessage(failure)}
            </Banner>
          )}
          <OrganizationPreview
            name={typed.name ?? ''}
            username={typed.username ?? ''}
            {...(typed.image && { image: typed.image })}
          />
          <TextField
            label="Organisation name"
            required={!isReadOnly}
            maxLength={60}
            readOnly={isReadOnly}
            error={errors.name?.message}
            serverError={fieldError('name')}
            {...register('name')}
          />
          <TextField
            label="Username"
            hint={
              isUsernameChanged
                ? `Old links with ${organization.profile.username} will redirect to the new address.`
                : 'Used in the URLs of the organisation.'
            }
            required={!isReadOnly}
            mono
            maxLength={60}
            autoCapitalize="off"
            spellCheck={false}
            readOnly={isReadOnly}
            error={errors.username?.message}
            serverError={fieldError('username')}
            {...register('username')}
          />
          {!isReadOnly && (
            <OrganizationPicture
              id={organization._id}
              name={typed.name ?? ''}
              image={typed.image ?? null}
              error={fieldError('image')}
              onChange={(image) => setValue('image', image, { shouldDirty: true })}
            />
          )}
          <RadioCards
            legend="Preferred app type"
            width="narrow"
            cards={apps.map((app) => ({ ...app, disabled: isReadOnly }))}
            value={typed.preferedAppType ?? organization.preferedAppType}
            onChange={(chosen) => setValue('preferedAppType', chosen, { shouldDirty: true })}
          />
        </Stack>
      </Card>
      {differs && <UnsavedChangesGuard what="Your changes to the settings are not saved." />}
    </form>
  )
}
