import type { CallShape } from './call.ts'
import { type CallName, contract } from './contract.ts'

/** What has to be known of a call to make it and to speak of it: all but the shapes of what it is given and answers. */
export interface CallManifestEntry
  extends Pick<CallShape, 'method' | 'path' | 'success' | 'failure' | 'oneTimeResponse'> {
  /** The fields of the input by where they go; without `body` it has none. */
  query?: string[]
  body?: string[]
  acceptsFile?: true
  isPublic?: true
  isQuery?: true
  inPieces?: true
  /** The param that names an organisation, where one decides. */
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

/** Worked out once for a build: a browser makes calls before the whole contract is there. */
export const callManifest = Object.fromEntries(
  Object.entries(contract).map(([name, shape]) => [name, manifestEntryOf(shape)]),
) as Record<CallName, CallManifestEntry>
