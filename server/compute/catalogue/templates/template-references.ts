import { parseReferences, type ValuePart } from '../../../../src/rules/variables/parse-references.ts'
import { resolveReferences } from '../../../../src/rules/variables/resolve-references.ts'

/** The parts of a service that references can name. */
interface ReferencedService {
  name: string
  ports: readonly { containerPort: number }[]
  environment: readonly { name: string; reference?: string | undefined }[]
}

/** Returns what is wrong with the first wrong reference of a template. */
export function referenceProblem(services: readonly ReferencedService[]): string | undefined {
  const referring = services.flatMap(({ environment }) => environment)
  const empty = referring.find(({ reference }) => reference !== undefined && !isReference(parseReferences(reference)))
  if (empty) return `${empty.name} refers to nothing.`
  const { problems } = resolveReferences(
    services.map(({ name, ports, environment }) => ({
      name,
      ports,
      variables: environment.map((variable) => ({
        name: variable.name,
        value: variable.reference ?? '',
        isSecret: false,
      })),
    })),
  )
  const [first] = problems
  return first && `${first.variable} has a wrong reference. ${first.message}`
}

/** False where nothing is referred to, or a brace is missing. */
const isReference = (parts: readonly ValuePart[]): boolean =>
  parts.some(({ kind }) => kind !== 'text') && parts.every((part) => part.kind !== 'text' || !part.text.includes('${'))
