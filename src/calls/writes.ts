import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isRead } from '../contract/call-names.ts'
import type { WriteName } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { AnswerMessage } from './answer-message.ts'
import { callKey } from './call-key.ts'

/** One press and what came of it. */
export type Write =
  /** The wish: the call with its input. */
  | { kind: 'running'; key: string }
  | { kind: 'answered'; answer: unknown; atMs: number }
  /** `sentAs`: the press whose name the call had, under which it may have been done. */
  | { kind: 'failed'; failure: Failure; atMs: number; sentAs: string }

/** By the press's own name. */
export type Writes = Record<string, Write>

const LONGEST = 100

interface Said {
  input: object
  ask: string
  answer: unknown
  failure: Failure
  atMs: number
}

const begin = (writes: Draft<Writes>, ask: string, key: string): undefined => {
  writes[ask] = { kind: 'running', key }
  const [oldest, ...rest] = Object.keys(writes)
  if (oldest !== undefined && rest.length >= LONGEST) delete writes[oldest]
}

/**
 * Every press of this wish that still waits: the lane makes one call for all of them. Where none waits, the view is gone,
 * and nothing keeps the answer.
 */
const settle = (writes: Draft<Writes>, key: string, outcome: Write): undefined => {
  for (const [ask, write] of Object.entries(writes))
    if (write.kind === 'running' && write.key === key) writes[ask] = outcome
}

/** What the user cancelled is as if it had not been pressed. */
const forgetRunning = (writes: Draft<Writes>, key: string): undefined => {
  for (const [ask, write] of Object.entries(writes))
    if (write.kind === 'running' && write.key === key) delete writes[ask]
}

const handlersOf = (name: WriteName): Record<string, (writes: Draft<Writes>, said: Said) => undefined> => ({
  [`ui/${name}.asked`]: (writes, { input, ask }) => begin(writes, ask, callKey(name, input)),
  [`api/${name}.answered`]: (writes, { input, answer, atMs }) =>
    settle(writes, callKey(name, input), { kind: 'answered', answer, atMs }),
  [`api/${name}.failed`]: (writes, { input, ask, failure, atMs }) => {
    const key = callKey(name, input)
    if (failure.kind === 'cancelled') forgetRunning(writes, key)
    else settle(writes, key, { kind: 'failed', failure, atMs, sentAs: ask })
  },
})

/** What came of presses; the next person finds none of it. */
export const writes = slice<Writes, CallMessage | AnswerMessage | SessionMessage>(
  {},
  {
    ...(Object.assign(
      {},
      ...callNames.filter((name) => !isRead(name)).map((name) => handlersOf(name as WriteName)),
    ) as Handlers<Writes, CallMessage>),
    'ui/answerForgotten': (draft, { ask }) => {
      delete draft[ask]
    },
    ...forgetWithPerson<Writes>(() => ({})),
  },
)

export const selectWrite =
  (ask: string) =>
  (state: { writes: Writes }): Write | null =>
    state.writes[ask] ?? null
