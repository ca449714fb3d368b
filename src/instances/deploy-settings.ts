import { imageOfVersion } from '../catalogue/select-version.ts'
import type { InputOf } from '../contract/contract.ts'
import type { ScalingMode, Template } from '../contract/wire/catalogue.ts'
import type { DeployDraft } from './deploy-draft-message.ts'
import { rulesInput } from './scaling/rules-draft.ts'
import { suggestedName } from './suggested-name.ts'
import { noExtras, type PlanExtras, volumeOf } from './wizard/plan-extras.ts'

export type DeploySettings = Omit<InputOf<'createInstance'>, 'organizationId' | 'projectId'>

export interface DeployInput {
  template: Template | null
  /** The name or the image of the template's version. */
  version: string
  image: string
  region: string
  scalingMode: ScalingMode
  planId: string
  /** Null unless the plan is custom. */
  size: { cpu: number; memory: number; storage: number } | null
  draft: DeployDraft
  extras?: PlanExtras
}

/** A variable as it will be sent, and the field of the wizard that it comes from. */
export interface NamedVariable {
  name: string
  value: string
  field: string
  /** Whether the value has to be typed again. */
  dropped?: boolean
}

type TemplateVariable = Template['serviceData']['variables'][number]

export const templateValueOf = (draft: DeployDraft, { name, secret, default: usual }: TemplateVariable): string =>
  (secret ? draft.secretValues : draft.values)[name] ?? usual

/** Returns the template's variables, then the user's own, without blank ones. */
export const variablesOf = (template: Template | null, draft: DeployDraft): NamedVariable[] => {
  const templateVariables = (template?.serviceData.variables ?? []).map((variable) => ({
    name: variable.name,
    value: templateValueOf(draft, variable),
    field: `values.${variable.name}`,
  }))
  const extra = draft.extra.map(({ name, value, dropped }, index) => ({
    name: name.trim(),
    value,
    field: `extra.${index}`,
    ...(dropped && { dropped }),
  }))
  return [
    ...templateVariables.filter(({ value }) => value !== ''),
    ...extra.filter(({ name, value }) => name !== '' || value !== ''),
  ]
}

export const suggestedPorts = (template: Template | null): string[] =>
  (template?.services[0]?.ports ?? []).map(({ containerPort }) => String(containerPort))

/** Returns the deploy request without the organisation and project. */
export const deploySettings = ({
  template,
  version,
  image,
  region,
  scalingMode,
  planId,
  size,
  draft,
  extras = noExtras,
}: DeployInput): DeploySettings => {
  const service = template?.services[0]
  const ports = (draft.ports ?? suggestedPorts(template)).map((port) => port.trim()).filter((port) => port !== '')
  const name = draft.name ?? suggestedName(template?.name ?? image)
  return {
    name,
    region,
    scalingMode,
    templateId: template?._id ?? null,
    image: service ? imageOfVersion(template, version) : image,
    command: service?.command ?? null,
    machineImageId: planId,
    ...size,
    environment: variablesOf(template, draft).map(({ name, value }) => ({ name, value })),
    // Invalid numbers stay text, so that the contract's validation reports them.
    ports: ports.map((port) => ({ containerPort: port as unknown as number })),
    // An empty field becomes no number, which the contract's validation rejects.
    instanceCount: extras.count ?? Number.NaN,
    persistentStorage: extras.volume ? [volumeOf(extras.volume, name)] : [],
    ipLease: extras.ipLease,
    autoscalingRules: draft.autoscaling && rulesInput(draft.autoscaling),
    privateRegistry: template ? null : draft.registry,
  }
}
