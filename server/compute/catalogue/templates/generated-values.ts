import { randomBytes, randomInt } from 'node:crypto'
import type { TemplateFileService } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Generated = NonNullable<TemplateFileService['environment'][number]['generated']>

/** Letters and digits only, so that a value needs no quotes in a URL, a shell or a configuration file. */
export const generateValue = ({ length, format }: Generated): string =>
  format === 'hex'
    ? randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length)
    : Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('')

interface Variable {
  name: string
  value: string
}

/** Adds a random value for each variable that the template generates and the user left out or empty. */
export function withGeneratedValues(template: TemplateSource | undefined, given: readonly Variable[]): Variable[] {
  const expected = template?.services[0]?.environment ?? []
  const generated = expected.flatMap(({ name, generated: how }) =>
    how && !given.some((variable) => variable.name === name && variable.value !== '')
      ? [{ name, value: generateValue(how) }]
      : [],
  )
  return [...given.filter(({ name }) => !generated.some((variable) => variable.name === name)), ...generated]
}
