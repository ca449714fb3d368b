import type { InstanceConfiguration } from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import { referencesIn } from '../../../../../src/rules/variables/parse-references.ts'
import { invalidField } from '../../invalid-field.ts'
import { generateValue } from '../generated-values.ts'
import type { TemplateFileService } from '../template-schema.ts'
import type { TemplateSource } from '../template-source.ts'

type Service = InstanceConfiguration['services'][number]
type Variable = Service['environment'][number]

/**
 * Adds the variables that a template generates or takes from other services, where the user gave none. The latter are
 * references, which are replaced when they are deployed.
 */
export function withTemplateValues(
  template: TemplateSource | undefined,
  configuration: InstanceConfiguration,
): InstanceConfiguration {
  const expected = template?.services ?? []
  const expectedOf = ({ name }: Service) => expected.find((service) => service.name === name)?.environment ?? []
  const services = configuration.services.map((service) => ({
    ...service,
    environment: withVariables(service.environment, expectedOf(service), ({ generated, reference }) =>
      generated ? generateValue(generated) : reference,
    ),
  }))
  for (const [at, service] of services.entries()) {
    for (const { name, reference } of expectedOf(service)) {
      if (reference === undefined || valueIn(service, name) !== reference) continue
      const missing = referencesIn(reference).find((target) => !isKnown(services, target))
      if (missing !== undefined)
        throw invalidField(
          `configuration.services.${at}.environment`,
          `${name} needs ${missing}. Enter it yourself, or keep that service and its variables.`,
        )
    }
  }
  return { ...configuration, services }
}

const valueIn = ({ environment }: Service, name: string): string | undefined =>
  environment.find((variable) => variable.name === name)?.value

function isKnown(services: readonly Service[], target: string): boolean {
  const [serviceName, variable = ''] = target.split('.')
  const service = services.find(({ name }) => name === serviceName)
  if (!service) return false
  return variable === 'host' || variable === 'port' || valueIn(service, variable) !== undefined
}

type ExpectedVariable = TemplateFileService['environment'][number]

function withVariables(
  given: readonly Variable[],
  expected: readonly ExpectedVariable[],
  findValue: (variable: ExpectedVariable) => string | undefined,
): Variable[] {
  const isGiven = (name: string) => given.some((variable) => variable.name === name && variable.value !== '')
  const added = expected.flatMap((variable) => {
    const value = isGiven(variable.name) ? undefined : findValue(variable)
    if (value === undefined) return []
    // Nobody has seen a generated value, so members must be able to reveal it.
    return [{ name: variable.name, value, isSecret: variable.secret && !variable.generated }]
  })
  return [...given.filter(({ name }) => !added.some((variable) => variable.name === name)), ...added]
}
