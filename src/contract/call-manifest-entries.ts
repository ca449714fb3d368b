import type { CallShape } from './call.ts'
import type { QueryName } from './contract.ts'

/** The description of a call without its input and response schemas: enough to send requests and to show toasts. */
export interface CallManifestEntry
  extends Pick<
    CallShape,
    'method' | 'path' | 'success' | 'failure' | 'oneTimeResponse' | 'refreshMs' | 'refreshUnless'
  > {
  /** The input fields by their place in the request; without `body` the request has no body. */
  query?: string[]
  body?: string[]
  acceptsFile?: true
  isPublic?: true
  isQuery?: true
  isStreamed?: true
  /** Described in the part of the contract that loads after the first page. */
  isFurther?: true
  /** The queries that its success makes stale; left out where there are none. */
  invalidates?: readonly QueryName[]
  /** The path parameter with the organisation id, if access is checked against it. */
  organizationParam?: string
}

/** A shape that names anything but queries in `invalidates` does not compile here. */
type CheckedShape = CallShape & { invalidates?: readonly QueryName[] }

const entryOf = ({ access, query, body, file, isReadOnly, ...shape }: CheckedShape): CallManifestEntry => {
  const {
    method,
    path,
    success,
    failure,
    oneTimeResponse,
    isStreamed,
    refreshMs,
    refreshUnless,
    invalidates = [],
  } = shape
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
    ...(refreshMs !== undefined && { refreshMs }),
    ...(refreshUnless !== undefined && { refreshUnless }),
    ...(invalidates.length > 0 && { invalidates }),
    ...(param !== undefined && { organizationParam: param }),
  }
}

const fieldsOf = (schema: object): string[] => ('entries' in schema ? Object.keys(schema.entries as object) : [])

/** Returns the entries of a part's calls. */
export const manifestEntries = <N extends string>(
  calls: Readonly<Record<N, CheckedShape>>,
  part: Pick<CallManifestEntry, 'isFurther'>,
): Record<N, CallManifestEntry> =>
  Object.fromEntries(
    Object.entries<CheckedShape>(calls).map(([name, shape]) => [name, { ...entryOf(shape), ...part }]),
  ) as Record<N, CallManifestEntry>
