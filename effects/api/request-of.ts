import type { Access } from '../../src/contract/access.ts'
import { type CallName, callNamed } from '../../src/contract/contract.ts'
import { Failed } from './api.ts'

export interface RequestParts {
  method: string
  /** Below the API base, without a slash in front. */
  path: string
  query: [string, string][]
  body: Record<string, unknown> | null
  file: Blob | null
}

/** Shares an input out over path, query and body, as the call's schemas name its fields. */
export const requestOf = (name: CallName, input: Readonly<Record<string, unknown>>): RequestParts => {
  const { method, path, query, body, file, access } = callNamed(name)
  const named = (schema: unknown): [string, unknown][] =>
    fieldsOf(schema).flatMap((field) =>
      input[field] === undefined ? [] : [[field, input[field]] as [string, unknown]],
    )
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, param: string) => encodeURIComponent(idOf(input, param, access))),
    query: named(query).map(([field, value]) => [field, String(value)]),
    body: body ? Object.fromEntries(named(body)) : null,
    file: file && input.file instanceof Blob ? input.file : null,
  }
}

const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'entries' in schema ? Object.keys(schema.entries as object) : []

/** A view that asks before it knows about what: nothing is sent, and no address holds the word `undefined`. */
const idOf = (input: Readonly<Record<string, unknown>>, param: string, access: Access): string => {
  const id = input[param]
  if (id !== undefined && id !== '') return String(id)
  const isOrganization = typeof access !== 'string' && access.in === 'organization' && access.at === `params.${param}`
  const words = isOrganization ? 'Org ID is undefined' : 'ID is undefined'
  throw new Failed({ kind: 'refused', status: 400, code: 'missingId', words, fields: [] })
}
