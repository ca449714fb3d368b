import { callManifest } from '../../src/contract/call-manifest.ts'
import type { CallName } from '../../src/contract/contract.ts'
import { Failed } from './api.ts'

export interface RequestParts {
  method: string
  /** Relative to the API base, without a leading slash. */
  path: string
  query: [string, string][]
  body: Record<string, unknown> | null
  file: Blob | null
}

/** Splits an input into path, query and body, according to the call manifest. */
export const requestOf = (name: CallName, input: Readonly<Record<string, unknown>>): RequestParts => {
  const { method, path, query = [], body, acceptsFile, organizationParam } = callManifest[name]
  if (method === undefined || path === undefined) throw new Error(`The manifest has no details of ${name} yet.`)
  const given = (fields: string[]): [string, unknown][] =>
    fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]])
  const idOf = (param: string): string => {
    const id = input[param]
    if (id !== undefined && id !== '') return String(id)
    return rejectMissingId(param === organizationParam ? 'Org' : isProjectParam(path, param) ? 'Project' : '')
  }
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, param: string) => encodeURIComponent(idOf(param))),
    query: given(query).map(([field, value]) => [field, String(value)]),
    body: body ? Object.fromEntries(given(body)) : null,
    file: acceptsFile && input.file instanceof Blob ? input.file : null,
  }
}

const isProjectParam = (path: string, param: string): boolean => path.startsWith(`compute-project/{${param}}`)

/** Fails before sending when a view does not know its id yet, so that no URL contains `undefined`. */
const rejectMissingId = (what: 'Org' | 'Project' | ''): never => {
  const message = what === '' ? 'ID is undefined' : `${what} ID is undefined`
  throw new Failed({ kind: 'apiError', status: 400, code: 'missingId', message, fields: [] })
}
