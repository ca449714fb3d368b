/** The parts of a service that references can name. */
interface ReferencedService {
  name: string
  environment: readonly { name: string; reference?: string | undefined }[]
}

/** Bounded, so that matching takes linear time. */
const placeholder = /\$\{([^${}]{0,300})\}/g

/** Returns what is wrong with the first wrong reference. References to references are not followed. */
export function referenceProblem(services: readonly ReferencedService[]): string | undefined {
  for (const { environment } of services) {
    for (const { name, reference } of environment) {
      if (reference === undefined) continue
      const targets = [...reference.matchAll(placeholder)].map(([, target = '']) => target)
      if (targets.length === 0 || reference.replaceAll(placeholder, '').includes('${'))
        return `${name} refers to nothing.`
      const unknown = targets.find((target) => !isKnown(services, target))
      if (unknown !== undefined) return `${name} refers to ${unknown}, which is no value of a service.`
    }
  }
  return undefined
}

export type ResolvedReference = { kind: 'value'; value: string } | { kind: 'missing'; target: string }

/** Replaces the placeholders of a reference by what they stand for. */
export function resolveReference(
  reference: string,
  findValue: (service: string, variable: string) => string | undefined,
): ResolvedReference {
  let missing: string | undefined
  const value = reference.replaceAll(placeholder, (_, target: string) => {
    const [service = '', variable = ''] = target.split('.')
    const found = findValue(service, variable)
    if (found === undefined) missing ??= target
    return found ?? ''
  })
  return missing === undefined ? { kind: 'value', value } : { kind: 'missing', target: missing }
}

function isKnown(services: readonly ReferencedService[], target: string): boolean {
  const [serviceName, variable] = target.split('.')
  const service = services.find(({ name }) => name === serviceName)
  if (!service || variable === undefined) return false
  return (
    variable === 'host' ||
    service.environment.some(({ name, reference }) => name === variable && reference === undefined)
  )
}
