import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isQuery } from '../contract/call-names.ts'
import type { CallName, InputOf, QueryName, ResponseOf } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { idle, loaded, type RemoteData, toFailed, toLoading } from '../core/remote-data.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import { callKey } from './call-key.ts'
import { type Queries, queriesPatchedBy } from './queries-patched-by.ts'

const LONGEST = 300

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
  for (const key of keys.slice(0, Math.max(0, keys.length - LONGEST))) {
    if (queries[key]?.subscribers === 0) delete queries[key]
  }
}

/** What is the same for everybody, signed in or not. */
const forEverybody: ReadonlySet<CallName> = new Set(['readConfig', 'readSignIn'])
export const isForEverybody = (name: CallName): boolean => forEverybody.has(name)

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
  ...queriesPatchedBy,
  ...resetOnUserChange<Queries>(resetResponses),
} as Handlers<Queries, Message>)

export const selectQuery =
  <N extends QueryName>(name: N, input: InputOf<N>) =>
  (state: { queries: Queries }): RemoteData<ResponseOf<N>> =>
    (state.queries[callKey(name, input)]?.data ?? idle) as RemoteData<ResponseOf<N>>
