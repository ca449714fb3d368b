import * as v from 'valibot'
import { instanceSettings } from '../../contract/calls/instances/instance-creation-calls.ts'
import type { Region, Template } from '../../contract/wire/catalogue.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'
import { configurationErrors, errorsByField } from '../configuration/configuration-errors.ts'
import type { ServiceDraft } from '../configuration/service-draft.ts'
import { typedConfiguration } from '../configuration/typed-configuration.ts'
import type { DeployDraft } from '../deploy-draft-message.ts'
import { type DeployErrors, type FieldError, SERVICE_FIELD } from '../deploy-errors.ts'
import type { DeploySettings } from '../deploy-settings.ts'
import { suggestedName } from '../suggested-name.ts'

interface ServicesInput {
  template: Template | null
  region: Pick<Region, 'region' | 'scalingMode'> | null
  draft: DeployDraft
  services: readonly ServiceDraft[]
  projectNetwork?: boolean
}

/** Returns the deploy request of whole services, without the organisation and project. */
export const servicesSettings = ({
  template,
  region,
  draft,
  services,
  projectNetwork,
}: ServicesInput): DeploySettings => ({
  name: draft.name ?? suggestedName(template?.name ?? services[0]?.image ?? ''),
  region: region?.region ?? '',
  scalingMode: region?.scalingMode ?? 'NO_SCALING',
  templateId: template?._id ?? null,
  configuration: typedConfiguration(services, projectNetwork),
  privateRegistry: draft.registry,
})

const underServices = (errors: DeployErrors): DeployErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${SERVICE_FIELD}${field}`, message]))

/** Validates whole services and the settings beside them. */
export const servicesErrors = (
  { configuration: _, ...settings }: DeploySettings,
  services: readonly ServiceDraft[],
): DeployErrors => {
  const read = v.safeParse(instanceSettings, settings)
  const beside = read.success ? [] : read.issues.map((issue) => [v.getDotPath(issue) ?? '', fieldMessage(issue)])
  return { ...Object.fromEntries(beside), ...underServices(configurationErrors(services)) }
}

/** Maps errors of the server to the wizard's fields. */
export const servicesRejections = (errors: readonly FieldError[], services: readonly ServiceDraft[]): DeployErrors => {
  const isInside = ({ field }: FieldError) => field.startsWith('configuration')
  const beside = errors.filter((error) => !isInside(error)).map(({ field, message }) => [field, message])
  return { ...Object.fromEntries(beside), ...underServices(errorsByField(errors.filter(isInside), services)) }
}

/** Returns the errors of the services' own fields, as their form names them. */
export const formErrors = (errors: DeployErrors): DeployErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(SERVICE_FIELD) ? [[field.slice(SERVICE_FIELD.length), message]] : [],
    ),
  )
