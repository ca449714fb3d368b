import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type {
  InstanceConfiguration,
  StoredConfiguration,
  StoredService,
} from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { type ReferringVariable, resolveReferences } from '../../../../src/rules/variables/resolve-references.ts'
import { ApiError } from '../../../http/api-error.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { GroupVariables } from '../../variable-groups/group-values.ts'
import type { DeploymentValues } from '../deployment-secrets.ts'

type Service = InstanceConfiguration['services'][number]
type SealedVariable = DeploymentValues['variables'][number]

/** A deployment whose values an update may keep. */
export interface BaseDeployment {
  configuration: StoredConfiguration
  values: DeploymentValues
}

interface ResolveOptions {
  digest: (value: string) => string
  base?: BaseDeployment | undefined
  groups: GroupVariables
  /** The field of a service in the request. */
  fieldOf: (service: number) => string
}

interface ResolvedService {
  environment: StoredService['environment']
  groupVariables: NonNullable<StoredService['groupVariables']>
}

interface Collected {
  own: ReferringVariable[]
  grouped: (ReferringVariable & { group: string })[]
}

/**
 * Returns the variables of all services as they are sealed, and as they are stored without their values. A variable
 * with references is sealed with the text that was entered too, so that an update resolves it again.
 */
export function resolveVariables(
  services: readonly Service[],
  options: ResolveOptions,
): { sealed: SealedVariable[]; stored: ResolvedService[] } {
  const collected = services.map((service, at) => collect(service, at, options))
  const { resolvedOf, problems } = resolveReferences(
    services.map(({ name, ports }, at) => ({
      name,
      ports,
      variables: [...(collected[at]?.own ?? []), ...(collected[at]?.grouped ?? [])],
    })),
  )
  if (problems.length > 0) throw new ApiError('invalid', { fields: problems.map(fieldErrorOf) })

  const sealed: SealedVariable[] = []
  const stored = services.map(({ name: service }, at): ResolvedService => {
    const { own = [], grouped = [] } = collected[at] ?? {}
    const seal = (variable: ReferringVariable, group?: string) => {
      const { value, isSecret, references } = resolvedOf(service, variable.name) ?? { ...variable, references: [] }
      const { name } = variable
      const isReference = references.length > 0
      sealed.push({
        service,
        name,
        value,
        isSecret,
        ...(isReference && { reference: variable.value }),
        ...(group !== undefined && { group }),
      })
      return { name, isSecret, digest: options.digest(value), ...(isReference && { references }) }
    }
    return {
      environment: own.map((variable) => seal(variable)),
      groupVariables: grouped.map((variable) => ({ ...seal(variable, variable.group), group: variable.group })),
    }
  })
  return { sealed, stored }

  function fieldErrorOf({ service, variable, message }: (typeof problems)[number]): FieldError {
    const at = services.findIndex(({ name }) => name === service)
    const index = services[at]?.environment.findIndex(({ name }) => name === variable) ?? -1
    return { field: `${options.fieldOf(at)}environment.${index}.value`, message }
  }
}

function collect(service: Service, at: number, { base, groups, fieldOf }: ResolveOptions): Collected {
  const own = service.environment.map(({ name, value, isSecret }, index): ReferringVariable => {
    if (value !== undefined) return { name, value, isSecret }
    const kept = base?.values.variables.find(
      (item) => item.service === service.name && item.name === name && item.group === undefined,
    )
    if (!kept || (kept.isSecret && !isSecret))
      throw invalidField(`${fieldOf(at)}environment.${index}.value`, 'Required.')
    return kept.reference === undefined
      ? { name, value: kept.value, isSecret, isLiteral: true }
      : { name, value: kept.reference, isSecret }
  })
  const grouped = new Map<string, Collected['grouped'][number]>()
  for (const [index, group] of service.variableGroups.entries()) {
    const found = groups.get(group)
    if (!found)
      throw invalidField(`${fieldOf(at)}variableGroups.${index}`, `This project has no variable group “${group}”.`)
    for (const variable of found.variables) grouped.set(variable.name, { ...variable, isLiteral: true, group })
  }
  for (const { name } of own) grouped.delete(name)
  return { own, grouped: [...grouped.values()] }
}
