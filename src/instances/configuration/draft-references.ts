import { resolveReferences } from '../../rules/variables/resolve-references.ts'
import type { ServiceDraft, VariableDraft } from './service-draft.ts'

interface DraftProblem {
  serviceKey: string
  /** The position of the variable. */
  at: number
  message: string
}

/** A saved value is not known, but what it refers to is. */
const knownValue = ({ value, references = [] }: VariableDraft): string =>
  value ?? references.map((target) => `\${${target}}`).join('')

/** Returns what is wrong with the references between services as they are typed. */
export const referenceProblems = (services: readonly ServiceDraft[]): DraftProblem[] => {
  const { problems } = resolveReferences(
    services.map(({ name, ports, environment, variableGroups }) => ({
      name,
      ports: ports.map(({ containerPort }) => ({ containerPort: Number(containerPort) })),
      variables: environment.map((variable) => ({ name: variable.name, value: knownValue(variable), isSecret: false })),
      // Their names are known to the server only.
      hasOthers: variableGroups.length > 0,
    })),
  )
  return problems.flatMap(({ service, variable, message }) => {
    const draft = services.find(({ name }) => name === service)
    const at = draft?.environment.findIndex(({ name }) => name === variable) ?? -1
    return draft && at >= 0 ? [{ serviceKey: draft.key, at, message }] : []
  })
}

/** Returns what the values of a service can refer to, such as `db.PASSWORD`. */
export const referenceTargets = (services: readonly ServiceDraft[]): string[] =>
  services
    .filter(({ name }) => name !== '')
    .flatMap(({ name, ports, environment }) => [
      `${name}.host`,
      ...(ports.length > 0 ? [`${name}.port`] : []),
      ...environment.flatMap((variable) => (variable.name === '' ? [] : [`${name}.${variable.name}`])),
    ])
