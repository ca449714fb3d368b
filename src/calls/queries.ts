import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isQuery } from '../contract/call-names.ts'
import type { InputOf, QueryName, ResponseOf } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { idle, lastLoaded, loaded, type RemoteData, toFailed, toLoading } from '../core/remote-data.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import { callKey } from './call-key.ts'
import { isForEverybody, patches, type QueryPatch } from './invalidation.ts'

/** One call with one input: how many views want it, and what is known. */
export interface QueryState {
  name: QueryName
  input: object
  subscribers: number
  data: RemoteData<unknown>
}

export type Queries = Record<string, QueryState>

const MAX_ENTRIES = 300

type Message = CallMessage | SessionMessage
interface CallOutcome {
  input: object
  response: unknown
  atMs: number
  failure: Failure
}

const handlersOf = (name: QueryName): Record<string, (queries: Draft<Queries>, message: CallOutcome) => undefined> => ({
  [`ui/${name}.subscribed`]: (queries, { input }) => {
    const key = callKey(name, input)
    const query = queries[key] ?? { name, input, subscribers: 0, data: idle }
    queries[key] = query
    query.subscribers += 1
    if (query.data.kind !== 'loaded') query.data = toLoading(query.data)
  },
  [`ui/${name}.unsubscribed`]: (queries, { input }) => {
    const query = queries[callKey(name, input)]
    if (!query) return
    query.subscribers = Math.max(0, query.subscribers - 1)
    // What nobody wants any more is cancelled by the lane: it must not stay loading.
    if (query.subscribers === 0 && query.data.kind === 'loading') query.data = query.data.last ?? idle
    forgetOldest(queries)
  },
  [`ui/${name}.retried`]: (queries, { input }) => {
    const query = queries[callKey(name, input)]
    if (query) query.data = toLoading(query.data)
  },
  [`api/${name}.succeeded`]: (queries, { input, response, atMs }) => {
    const query = queries[callKey(name, input)]
    if (query) query.data = loaded(response, atMs)
  },
  [`api/${name}.failed`]: (queries, { input, failure }) => {
    const query = queries[callKey(name, input)]
    if (query) query.data = toFailed(query.data, failure)
  },
})

const forgetOldest = (queries: Draft<Queries>): undefined => {
  const keys = Object.keys(queries)
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))) {
    if (queries[key]?.subscribers === 0) delete queries[key]
  }
}

const applyPatch = (queries: Draft<Queries>, { name, input, change }: QueryPatch, atMs: number): undefined => {
  const key = callKey(name, input)
  const query = queries[key] ?? { name, input, subscribers: 0, data: idle }
  const last = lastLoaded(query.data)
  const value = change(last?.value ?? null)
  if (value === null) return
  query.data = loaded(value, last?.atMs ?? atMs)
  queries[key] = query
}

const patchHandlers = Object.entries(patches).map(([name, patchOf]) => [
  `api/${name}.succeeded`,
  (queries: Draft<Queries>, { input, response, atMs }: CallOutcome): undefined => {
    // The name of the call types both.
    const patch = patchOf(input as never, response as never)
    if (patch) applyPatch(queries, patch, atMs)
  },
])

/** What was known belongs to the person who left; what a view still wants stays wanted. */
const resetResponses = (queries: Draft<Queries>): undefined => {
  for (const [key, query] of Object.entries(queries)) {
    if (isForEverybody(query.name)) continue
    if (query.subscribers === 0) delete queries[key]
    else query.data = idle
  }
}

/** Everything that was read from the server, by call and input. */
export const queries = slice<Queries, Message>({}, {
  ...Object.assign({}, ...callNames.filter(isQuery).map(handlersOf)),
  ...Object.fromEntries(patchHandlers),
  ...resetOnUserChange<Queries>(resetResponses),
} as Handlers<Queries, Message>)

export const selectQuery =
  <N extends QueryName>(name: N, input: InputOf<N>) =>
  (state: { queries: Queries }): RemoteData<ResponseOf<N>> =>
    (state.queries[callKey(name, input)]?.data ?? idle) as RemoteData<ResponseOf<N>>
