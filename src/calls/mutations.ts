import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isQuery } from '../contract/call-names.ts'
import type { MutationName } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import { callKey } from './call-key.ts'

/** A view that was given a secret is gone: nothing keeps the answer any longer. */
export type ResponseMessage = { type: 'ui/responseDiscarded'; requestId: string }

/** One press and what came of it. */
export type MutationState =
  /** The wish: the call with its input. */
  | { kind: 'running'; key: string }
  | { kind: 'succeeded'; response: unknown; atMs: number }
  /** `sentAs`: the press whose name the call had, under which it may have been done. */
  | { kind: 'failed'; failure: Failure; atMs: number; sentAs: string }

/** By the press's own name. */
export type Mutations = Record<string, MutationState>

const MAX_ENTRIES = 100

interface CallOutcome {
  input: object
  requestId: string
  response: unknown
  failure: Failure
  atMs: number
}

const begin = (mutations: Draft<Mutations>, requestId: string, key: string): undefined => {
  mutations[requestId] = { kind: 'running', key }
  const [oldest, ...rest] = Object.keys(mutations)
  if (oldest !== undefined && rest.length >= MAX_ENTRIES) delete mutations[oldest]
}

/**
 * Every press of this wish that still waits: the lane makes one call for all of them. Where none waits, the view is gone,
 * and nothing keeps the answer.
 */
const settle = (mutations: Draft<Mutations>, key: string, outcome: MutationState): undefined => {
  for (const [requestId, mutation] of Object.entries(mutations))
    if (mutation.kind === 'running' && mutation.key === key) mutations[requestId] = outcome
}

/** What the user cancelled is as if it had not been pressed. */
const forgetRunning = (mutations: Draft<Mutations>, key: string): undefined => {
  for (const [requestId, mutation] of Object.entries(mutations))
    if (mutation.kind === 'running' && mutation.key === key) delete mutations[requestId]
}

const handlersOf = (
  name: MutationName,
): Record<string, (mutations: Draft<Mutations>, message: CallOutcome) => undefined> => ({
  [`ui/${name}.requested`]: (mutations, { input, requestId }) => begin(mutations, requestId, callKey(name, input)),
  [`api/${name}.succeeded`]: (mutations, { input, response, atMs }) =>
    settle(mutations, callKey(name, input), { kind: 'succeeded', response, atMs }),
  [`api/${name}.failed`]: (mutations, { input, requestId, failure, atMs }) => {
    const key = callKey(name, input)
    if (failure.kind === 'cancelled') forgetRunning(mutations, key)
    else settle(mutations, key, { kind: 'failed', failure, atMs, sentAs: requestId })
  },
})

/** What came of presses; the next person finds none of it. */
export const mutations = slice<Mutations, CallMessage | ResponseMessage | SessionMessage>(
  {},
  {
    ...(Object.assign(
      {},
      ...callNames.filter((name) => !isQuery(name)).map((name) => handlersOf(name as MutationName)),
    ) as Handlers<Mutations, CallMessage>),
    'ui/responseDiscarded': (draft, { requestId }) => {
      delete draft[requestId]
    },
    ...resetOnUserChange<Mutations>(() => ({})),
  },
)

export const selectMutation =
  (requestId: string) =>
  (state: { mutations: Mutations }): MutationState | null =>
    state.mutations[requestId] ?? null
