import * as v from 'valibot'
import { instanceConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'
import { singleWriterMessage } from '../../rules/validation/single-writer-message.ts'
import { fieldOfRules, SOME_MOMENT, scheduleErrors } from '../scaling/rules-draft.ts'
import { referenceProblems } from './draft-references.ts'
import { keepsContent, type ServiceDraft } from './service-draft.ts'
import { isBlankPort, isBlankVariable, typedConfiguration } from './typed-configuration.ts'

/** Messages by the form's fields: the service's key and the path within it; lists' own errors stand under `services`. */
export type ConfigurationErrors = Readonly<Record<string, string>>

interface FieldError {
  field: string
  message: string
}

export const fieldKey = (serviceKey: string, field: string): string => `${serviceKey} ${field}`

/** Blank rows are not sent, so that the rows of a request and of the form have different positions. */
const rowPosition = (service: ServiceDraft, list: string, at: number): number => {
  const positions =
    list === 'environment'
      ? service.environment.flatMap((variable, index) => (isBlankVariable(variable) ? [] : [index]))
      : service.ports.flatMap((port, index) => (isBlankPort(port) ? [] : [index]))
  return positions[at] ?? at
}

/** Maps the paths of a request, with or without `configuration.` in front, to the form's fields. */
export const errorsByField = (
  errors: readonly FieldError[],
  services: readonly ServiceDraft[],
): ConfigurationErrors => {
  const named: Record<string, string> = {}
  for (const { field, message } of errors) {
    const [head = '', index, ...rest] = field.replace(/^configuration\./, '').split('.')
    const service = head === 'services' ? services[Number(index)] : undefined
    if (!service || index === undefined) {
      named.services ??= message
      continue
    }
    const [list = '', at, ...within] = rest
    const isRow = at !== undefined && (list === 'environment' || list === 'ports')
    const path = isRow ? [list, rowPosition(service, list, Number(at)), ...within] : rest
    named[fieldKey(service.key, path.join('.'))] ??= message
  }
  return named
}

/** Saved values are stored under the name of their service. */
const renamingErrors = ({ key, name, kept, environment }: ServiceDraft): ConfigurationErrors => {
  const keepsFiles = kept.files.some(keepsContent)
  const keepsValues = environment.some(({ value, isSaved }) => isSaved && value === null)
  if (name === key || (!keepsValues && !keepsFiles)) return {}
  const message = keepsFiles
    ? 'The contents of its files are saved under the old name. Enter them again, or keep the name.'
    : 'The saved values belong to the old name. Enter them again, or keep the name.'
  return { [fieldKey(key, 'name')]: message }
}

/** A draft can keep a value, or the content of a file, that was never saved. */
const missingValueErrors = ({ key, environment, kept }: ServiceDraft): ConfigurationErrors =>
  Object.fromEntries([
    ...environment.flatMap(({ value, isSaved }, at) =>
      value === null && !isSaved
        ? [[fieldKey(key, `environment.${at}.value`), 'Enter the value. Values are not stored in the browser.']]
        : [],
    ),
    ...kept.files.flatMap((file, at) =>
      file.content === undefined && !keepsContent(file)
        ? [[fieldKey(key, `files.${at}.content`), missingContent(file.savedPath)]]
        : [],
    ),
  ])

const missingContent = (savedPath: string | undefined): string =>
  savedPath === undefined
    ? 'Enter the content. Contents are not stored in the browser.'
    : `The saved content belongs to ${savedPath}. Enter it again, or keep the path.`

const referenceErrors = (services: readonly ServiceDraft[]): ConfigurationErrors =>
  Object.fromEntries(
    referenceProblems(services).map(({ serviceKey, at, message: text }) => [
      fieldKey(serviceKey, `environment.${at}.value`),
      text,
    ]),
  )

/** The server checks the same when it deploys. */
const writerErrors = ({ key, name, replicas, kept }: ServiceDraft): ConfigurationErrors =>
  (replicas ?? 1) > 1 && kept.volumes.length > 0 ? { [fieldKey(key, 'replicas')]: singleWriterMessage(name) } : {}

const rulesErrors = ({ key, autoscaling }: ServiceDraft): ConfigurationErrors =>
  Object.fromEntries(
    Object.entries(autoscaling ? scheduleErrors(autoscaling, SOME_MOMENT) : {}).map(([field, message]) => [
      fieldKey(key, fieldOfRules(field)),
      message,
    ]),
  )

/** Validates what is typed against the contract before it is sent. */
export const configurationErrors = (services: readonly ServiceDraft[]): ConfigurationErrors => {
  const read = v.safeParse(instanceConfiguration, typedConfiguration(services))
  const issues = read.success ? [] : read.issues
  const invalid = issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: fieldMessage(issue) }))
  return Object.assign(
    {},
    referenceErrors(services),
    ...services.map(renamingErrors),
    ...services.map(missingValueErrors),
    ...services.map(writerErrors),
    ...services.map(rulesErrors),
    errorsByField(invalid, services),
  )
}
