import * as v from 'valibot'
import { instanceSettings } from '../contract/calls/instances/instance-creation-calls.ts'
import type { Template } from '../contract/wire/catalogue.ts'
import { autoscalingObstacle } from '../contract/wire/instance/scaling/autoscaling-obstacle.ts'
import { fieldMessage } from '../rules/validation/field-message.ts'
import type { DeployDraft } from './deploy-draft-message.ts'
import { type DeploySettings, suggestedPorts, templateValueOf, variablesOf } from './deploy-settings.ts'
import { fieldOfRules, SOME_MOMENT, scheduleErrors } from './scaling/rules-draft.ts'

/** The steps of the wizard, in order. */
export const deploySteps = ['what', 'where', 'how-much', 'how', 'review'] as const
export type DeployStep = (typeof deploySteps)[number]

/** Error messages by the wizard's field names. */
export type DeployErrors = Readonly<Record<string, string>>

export interface FieldError {
  /** Dotted path into the deploy request. */
  field: string
  message: string
}

const droppedValueMessage = 'Enter this value again. Values are not kept when the page reloads.'

/** Validates the settings against the contract before they are sent. */
export const validateSettings = (
  settings: DeploySettings,
  template: Template | null,
  draft: DeployDraft,
): FieldError[] => {
  const read = v.safeParse(instanceSettings, settings)
  const errors = read.success
    ? []
    : read.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: fieldMessage(issue) }))
  const missing = (template?.serviceData.variables ?? [])
    .filter((variable) => variable.required && !variable.generated && templateValueOf(draft, variable) === '')
    .map(({ name }) => ({ field: `values.${name}`, message: 'Required.' }))
  const dropped = variablesOf(template, draft).flatMap(({ dropped, value }, at) =>
    dropped && value === '' ? [{ field: `environment.${at}`, message: droppedValueMessage }] : [],
  )
  const shared =
    Number(settings.instanceCount) > 1 && settings.persistentStorage?.length
      ? [{ field: 'persistentStorage.0', message: 'Persistent storage has one writer. Use one instance, or none.' }]
      : []
  return [...errors, ...missing, ...dropped, ...shared, ...rulesErrors(settings, draft)]
}

/** Each port of a single service is public and speaks HTTP. */
const wakePort = { protocol: 'http', exposure: 'public' } as const

const rulesErrors = ({ ports, persistentStorage }: DeploySettings, { autoscaling }: DeployDraft): FieldError[] => {
  if (!autoscaling) return []
  const { minReplicas, maxReplicas } = autoscaling
  const obstacle = autoscalingObstacle({
    ports: (ports ?? []).map(() => wakePort),
    volumes: persistentStorage ?? [],
    autoscalingRules: { minReplicas: minReplicas ?? 1, maxReplicas: maxReplicas ?? 1 },
  })
  const schedules = Object.entries(scheduleErrors(autoscaling, SOME_MOMENT))
  return [
    ...schedules.map(([field, message]) => ({ field: fieldOfRules(field), message })),
    ...(obstacle ? [{ ...obstacle, field: fieldOfRules(obstacle.field) }] : []),
  ]
}

/** Maps error paths of the request to the wizard's fields, which have a different order. */
export const errorsByField = (
  errors: readonly FieldError[],
  template: Template | null,
  draft: DeployDraft,
): DeployErrors => {
  const variables = variablesOf(template, draft)
  const filledPorts = (draft.ports ?? suggestedPorts(template)).flatMap((port, at) => (port.trim() === '' ? [] : [at]))
  const fieldOf = (field: string): string => {
    const [head, index, ...rest] = field.split('.')
    if (head === 'environment' && index !== undefined) return variables[Number(index)]?.field ?? 'environment'
    if (head === 'ports' && index !== undefined) return `ports.${filledPorts[Number(index)] ?? 0}`
    // The service's volumes, as the server names them.
    if (/^configuration\.services\.0\.volumes\.0/.test(field)) return field.replace(/^.*?volumes/, 'persistentStorage')
    const ofRules = /^configuration\.services\.0\.(autoscalingRules.*)$/.exec(field)?.[1]
    if (ofRules !== undefined) return ofRules
    return [head, index, ...rest].filter((part) => part !== undefined).join('.')
  }
  const named: Record<string, string> = {}
  for (const { field, message } of errors) named[fieldOf(field)] ??= message
  return named
}

/** Before the name of a field of a service, so that it is not taken for one of the wizard. */
export const SERVICE_FIELD = 'service '
const sizeFields = ['cpuMilli', 'memoryBytes', 'storageBytes', 'replicas']

/** The steps that the user has tried to leave, for one kind of deployment. */
export interface TriedSteps {
  kind: string
  steps: readonly DeployStep[]
}

/** Returns the errors of the steps that the user has tried to leave. Another kind of deployment begins without errors. */
export const shownErrors = (errors: DeployErrors, tried: TriedSteps, kind: string): DeployErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => tried.kind === kind && tried.steps.includes(stepOfField(field))),
  )

const programFields = ['type', 'image', 'templateId', 'privateRegistry', 'clusterUrl', 'clusterName']
const planFields = ['machineImageId', 'capacity', 'cpu', 'memory', 'storage', 'instanceCount', 'persistentStorage']

/** Returns the wizard step that contains a field. */
export const stepOfField = (field: string): DeployStep => {
  if (field === 'file') return 'what'
  if (field.startsWith(SERVICE_FIELD)) return sizeFields.some((name) => field.endsWith(` ${name}`)) ? 'how-much' : 'how'
  const head = field.split('.')[0] ?? ''
  if (programFields.includes(head)) return 'what'
  if (head === 'region' || head === 'scalingMode') return 'where'
  if (planFields.includes(head)) return 'how-much'
  return 'how'
}
