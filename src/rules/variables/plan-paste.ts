import { looksSecret } from './looks-secret.ts'
import { type EnvProblem, parseEnvFile } from './parse-env-file.ts'

interface KnownVariable {
  name: string
  isSecret: boolean
}

export interface PastedVariable {
  name: string
  value: string
  line: number
  /** The earlier lines of the same name, whose values are not used. */
  repeats: number[]
  /** Whether it replaces the value of a variable that exists. */
  isReplacing: boolean
  isSecret: boolean
  /** A secret stays one. */
  isSecretFixed: boolean
}

export interface PastePlan {
  variables: PastedVariable[]
  problems: EnvProblem[]
}

/** Returns what pasted .env text would change. Of a name that stands twice, the last value counts. */
export const planPaste = (text: string, known: readonly KnownVariable[]): PastePlan => {
  const { entries, problems } = parseEnvFile(text)
  const existing = new Map(known.map((variable) => [variable.name, variable]))
  const planned = new Map<string, PastedVariable>()
  for (const { name, value, line } of entries) {
    const earlier = planned.get(name)
    const replaced = existing.get(name)
    planned.delete(name)
    planned.set(name, {
      name,
      value,
      line,
      repeats: earlier ? [...earlier.repeats, earlier.line] : [],
      isReplacing: replaced !== undefined,
      isSecret: replaced?.isSecret === true || looksSecret(name, value),
      isSecretFixed: replaced?.isSecret === true,
    })
  }
  return { variables: [...planned.values()], problems }
}

/** Whether pasted text is a list of variables rather than one value. */
export const isEnvText = (text: string): boolean => {
  const { entries, problems } = parseEnvFile(text)
  return entries.length > problems.length
}
