import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'

/** Cuts text at a number of UTF-16 units, as chat services count, and never within a character. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const states = { firing: 'Firing', recovered: 'Recovered', test: 'Test' } as const

export const titleOf = ({ kind, alert }: AlertMessage): string => `${states[kind]}: ${alert.name}`

/** Labelled facts of a message, in the order of importance. */
export function factsOf(message: AlertMessage): [label: string, value: string][] {
  const { severity, organization, project, instance, service, since, value, threshold } = message
  const facts: [string, string | null][] = [
    ['Severity', severity],
    ['Instance', instance],
    ['Service', service],
    ['Project', project],
    ['Organisation', organization],
    ['Value', value === null ? null : String(value)],
    ['Threshold', threshold === null ? null : String(threshold)],
    ['Since', since],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}

/** Lines for a code block: no text of a line can end the block. */
export const codeOf = (lines: readonly string[], longest: number): string =>
  cut(lines.map((line) => line.replaceAll('`', 'ʼ')).join('\n'), longest)
