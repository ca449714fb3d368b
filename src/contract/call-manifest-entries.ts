import type { CallShape } from './call.ts'
import { type CallName, contract, type QueryName } from './contract.ts'

/** The description of a call without its input and response schemas: enough to send requests and to show toasts. */
export interface CallManifestEntry
  extends Pick<CallShape, 'method' | 'path' | 'success' | 'failure' | 'oneTimeResponse'> {
  /** The input fields by their place in the request; without `body` the request has no body. */
  query?: string[]
  body?: string[]
  acceptsFile?: true
  isPublic?: true
  isQuery?: true
  isStreamed?: true
  /** The queries that its success makes stale; left out where there are none. */
  invalidates?: readonly QueryName[]
  /** The path parameter with the organisation id, if access is checked against it. */
  organizationParam?: string
}

/** A shape that names anything but queries in `invalidates` does not compile here. */
type CheckedShape = CallShape & { invalidates?: readonly QueryName[] }

const manifestEntryOf = ({ access, query, body, file, isReadOnly, ...shape }: CheckedShape): CallManifestEntry => {
  const { method, path, success, failure, oneTimeResponse, isStreamed, invalidates = [] } = shape
  const param =
    typeof access !== 'string' && access.in === 'organization' ? /^params\.(.+)/.exec(access.at)?.[1] : undefined
  return {
    method,
    path,
    ...(query && { query: fieldsOf(query) }),
    ...(body && { body: fieldsOf(body) }),
    ...(success !== undefined && { success }),
    ...(failure !== undefined && { failure }),
    ...(file && { acceptsFile: true }),
    ...(access === 'public' && { isPublic: true }),
    ...((method === 'GET' || isReadOnly) && !isStreamed && { isQuery: true }),
    ...(oneTimeResponse && { oneTimeResponse }),
    ...(isStreamed && { isStreamed }),
    ...(invalidates.length > 0 && { invalidates }),
    ...(param !== undefined && { organizationParam: param }),
  }
}

const fieldsOf = (schema: object): string[] => ('entries' in schema ? Object.keys(schema.entries as object) : [])

/** Returns the entry of every call of the contract. */
export const manifestEntries = (): Record<CallName, CallManifestEntry> =>
  Object.fromEntries(
    Object.entries<CheckedShape>(contract).map(([name, shape]) => [name, manifestEntryOf(shape)]),
  ) as Record<CallName, CallManifestEntry>

/** Returns the entries that a browser gets first: whole for public calls, and only the kind of all others. */
export const firstManifestEntries = (): Record<string, Partial<CallManifestEntry>> =>
  Object.fromEntries(
    Object.entries(manifestEntries()).map(([name, entry]) => {
      const { isPublic, isQuery, isStreamed } = entry
      return [name, isPublic ? entry : { ...(isQuery && { isQuery }), ...(isStreamed && { isStreamed }) }]
    }),
  )
