import type { CallName } from '../../src/contract/contract.ts'
import { outline } from '../../src/contract/outline.ts'
import { Failed } from './api.ts'

export interface RequestParts {
  method: string
  /** Below the API base, without a slash in front. */
  path: string
  query: [string, string][]
  body: Record<string, unknown> | null
  file: Blob | null
}

/** Shares an input out over path, query and body, as the call's outline names its fields. */
export const requestOf = (name: CallName, input: Readonly<Record<string, unknown>>): RequestParts => {
  const { method, path, query = [], body, takesFile, organizationParam } = outline[name]
  const given = (fields: string[]): [string, unknown][] =>
    fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]])
  const idOf = (param: string): string => {
    const id = input[param]
    return id === undefined || id === '' ? refuseMissing(param === organizationParam) : String(id)
  }
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, param: string) => encodeURIComponent(idOf(param))),
    query: given(query).map(([field, value]) => [field, String(value)]),
    body: body ? Object.fromEntries(given(body)) : null,
    file: takesFile && input.file instanceof Blob ? input.file : null,
  }
}

/** A view that asks before it knows about what: nothing is sent, and no address holds the word `undefined`. */
const refuseMissing = (isOrganization: boolean): never => {
  const words = isOrganization ? 'Org ID is undefined' : 'ID is undefined'
  throw new Failed({ kind: 'refused', status: 400, code: 'missingId', words, fields: [] })
}
