import { parseReferences, referencesIn, type ValuePart } from './parse-references.ts'

export interface ReferringVariable {
  name: string
  value: string
  isSecret: boolean
  /** Its value is used as it is, whatever it contains. */
  isLiteral?: boolean
}

export interface ReferringService {
  name: string
  ports: readonly { containerPort: number }[]
  variables: readonly ReferringVariable[]
  /** Whether it has variables that are not known here. */
  hasOthers?: boolean
}

export interface ResolvedValue {
  value: string
  /** Whether any part of it is secret. */
  isSecret: boolean
  references: string[]
}

export interface ReferenceProblem {
  service: string
  variable: string
  message: string
}

export interface ResolvedReferences {
  resolvedOf(service: string, variable: string): ResolvedValue | undefined
  problems: ReferenceProblem[]
}

/** Like a value that is entered. */
const MAX_LENGTH = 32_768
const MAX_DEPTH = 20
const TOO_DEEP = `More than ${MAX_DEPTH} references lead to one another.`

/** Whether a problem is that of all variables on the way to it. */
const isOfAll = (problem: string): boolean => problem === TOO_DEEP || problem.includes(' → ')

const keyOf = (service: string, variable: string): string => `${service}.${variable}`

/** Replaces the references in the variables of all services, those to values with references included. */
export const resolveReferences = (services: readonly ReferringService[]): ResolvedReferences => {
  const byName = new Map(services.map((service) => [service.name, service]))
  const variables = new Map(
    services.flatMap(({ name, variables: all }) => all.map((variable) => [keyOf(name, variable.name), variable])),
  )
  const resolved = new Map<string, ResolvedValue>()
  const problems: ReferenceProblem[] = []
  /** Each is tried once, so that the time is linear. */
  const failed = new Map<string, string>()

  /** Returns a problem in words. */
  const resolve = (key: string, variable: ReferringVariable, path: readonly string[]): string | undefined => {
    if (resolved.has(key)) return undefined
    const known = failed.get(key)
    if (known !== undefined) return known
    const parts: ValuePart[] = variable.isLiteral
      ? [{ kind: 'text', text: variable.value }]
      : parseReferences(variable.value)
    const result: ResolvedValue = {
      value: '',
      isSecret: variable.isSecret,
      references: variable.isLiteral ? [] : referencesIn(variable.value),
    }
    for (const part of parts) {
      const problem = addPart(result, part, [...path, key])
      if (problem !== undefined) return fail(key, problem)
      if (result.value.length > MAX_LENGTH) return fail(key, 'The value is too long after its references are replaced.')
    }
    resolved.set(key, result)
    return undefined
  }

  const fail = (key: string, problem: string): string => {
    failed.set(key, problem)
    return problem
  }

  const addPart = (result: ResolvedValue, part: ValuePart, path: readonly string[]): string | undefined => {
    if (part.kind === 'text') result.value += part.text
    if (part.kind === 'invalid') return `${part.text} is not a reference. ${ESCAPE}`
    if (part.kind !== 'reference') return undefined
    const service = byName.get(part.service)
    if (!service) return `There is no service “${part.service}”. ${ESCAPE}`
    if (part.variable === 'host') result.value += service.name
    else if (part.variable === 'port') {
      const [port] = service.ports
      if (!port) return `${service.name} has no port.`
      result.value += port.containerPort
    } else return addVariable(result, part, path)
    return undefined
  }

  const addVariable = (
    result: ResolvedValue,
    { service, variable }: { service: string; variable: string },
    path: readonly string[],
  ): string | undefined => {
    const key = keyOf(service, variable)
    const target = variables.get(key)
    if (!target) return byName.get(service)?.hasOthers ? undefined : `${service} has no variable ${variable}.`
    if (path.at(-1) === key) return 'It refers to itself.'
    if (path.includes(key)) return `It refers to itself: ${[...path.slice(path.indexOf(key)), key].join(' → ')}.`
    if (path.length >= MAX_DEPTH) return TOO_DEEP
    const problem = resolve(key, target, path)
    const found = resolved.get(key)
    if (problem !== undefined) return isOfAll(problem) ? problem : `${key} cannot be resolved.`
    if (!found) return undefined
    result.value += found.value
    result.isSecret ||= found.isSecret
    return undefined
  }

  for (const { name: service, variables: all } of services) {
    for (const variable of all) {
      const key = keyOf(service, variable.name)
      const message = resolve(key, variable, [])
      if (message !== undefined) problems.push({ service, variable: variable.name, message })
    }
  }
  return { resolvedOf: (service, variable) => resolved.get(keyOf(service, variable)), problems }
}

const ESCAPE = 'Write $${ for the characters ${ themselves.'
