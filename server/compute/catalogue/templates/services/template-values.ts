import type { InstanceConfiguration } from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import { invalidField } from '../../invalid-field.ts'
import { generateValue } from '../generated-values.ts'
import { resolveReference } from '../template-references.ts'
import type { TemplateFileService } from '../template-schema.ts'
import type { TemplateSource } from '../template-source.ts'

type Service = InstanceConfiguration['services'][number]
type Variable = Service['environment'][number]

/** Adds the variables that a template generates or takes from other services, where the user gave none. */
export function withTemplateValues(
  template: TemplateSource | undefined,
  { services }: InstanceConfiguration,
): InstanceConfiguration {
  const expected = template?.services ?? []
  const expectedOf = ({ name }: Service) => expected.find((service) => service.name === name)?.environment ?? []
  const generated = services.map((service) => ({
    ...service,
    environment: withVariables(service.environment, expectedOf(service), ({ generated: how }) =>
      how ? generateValue(how) : undefined,
    ),
  }))
  const findValue = (serviceName: string, variable: string): string | undefined => {
    const service = generated.find(({ name }) => name === serviceName)
    if (variable === 'host') return service?.name
    return service?.environment.find(({ name }) => name === variable)?.value
  }
  return {
    services: generated.map((service, at) => ({
      ...service,
      environment: withVariables(service.environment, expectedOf(service), ({ name, reference }) => {
        if (reference === undefined) return undefined
        const resolved = resolveReference(reference, findValue)
        if (resolved.kind === 'value') return resolved.value
        throw invalidField(
          `configuration.services.${at}.environment`,
          `${name} needs ${resolved.target}. Enter it yourself, or keep that service and its variables.`,
        )
      }),
    })),
  }
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
