import type { CallName } from '../contract/contract.ts'

/** One name for a call with its input, whatever order the input's fields stand in; absent and undefined are the same. */
export const callKey = (name: CallName, input: object): string => `${name} ${stable(input)}`

const stable = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (value instanceof Blob) return `${value.type} ${value.size} ${nameOf(value)}`
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([field, inner]) => `${JSON.stringify(field)}:${stable(inner)}`).join()}}`
}

const nameOf = (file: Blob): string =>
  'name' in file && 'lastModified' in file ? `${file.name} ${file.lastModified}` : ''
