import type { CallShape } from './call.ts'
import { type CallName, contract } from './contract.ts'

/** A call without its schemas: what it takes to send it and to report its outcome. */
export interface CallManifestEntry
  extends Pick<CallShape, 'method' | 'path' | 'success' | 'failure' | 'oneTimeResponse'> {
  /** The names of the input's fields, by where they go. */
  query?: string[]
  body?: string[]
  acceptsFile?: true
  isPublic?: true
  isQuery?: true
  inPieces?: true
  /** The param that names the organisation whose rights decide. */
  organizationParam?: string
}

const manifestEntryOf = ({ access, query, body, file, reading, ...shape }: CallShape): CallManifestEntry => {
  const { method, path, success, failure, oneTimeResponse, inPieces } = shape
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
    ...((method === 'GET' || reading) && !inPieces && { isQuery: true }),
    ...(oneTimeResponse && { oneTimeResponse }),
    ...(inPieces && { inPieces }),
    ...(param !== undefined && { organizationParam: param }),
  }
}

const fieldsOf = (schema: object): string[] => ('entries' in schema ? Object.keys(schema.entries as object) : [])

/** Returns the entry of every call of the contract. */
export const manifestEntries = (): Record<CallName, CallManifestEntry> =>
  Object.fromEntries(Object.entries(contract).map(([name, shape]) => [name, manifestEntryOf(shape)])) as Record<
    CallName,
    CallManifestEntry
  >

/** Returns the entries that a browser gets first: whole for public calls, and only the kind of all others. */
export const firstManifestEntries = (): Record<string, Partial<CallManifestEntry>> =>
  Object.fromEntries(
    Object.entries(manifestEntries()).map(([name, entry]) => {
      const { isPublic, isQuery, inPieces } = entry
      return [name, isPublic ? entry : { ...(isQuery && { isQuery }), ...(inPieces && { inPieces }) }]
    }),
  )
