import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isRead } from '../contract/call-names.ts'
import type { WriteName } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { AnswerMessage } from './answer-message.ts'

/** One press and what came of it. */
export type Write =
  | { kind: 'running' }
  | { kind: 'answered'; answer: unknown; atMs: number }
  | { kind: 'failed'; failure: Failure; atMs: number }

/** By the press's own name. */
export type Writes = Record<string, Write>

const LONGEST = 100

interface Said {
  ask: string | null
  answer: unknown
  failure: Failure
  atMs: number
}

const keep = (writes: Draft<Writes>, ask: string | null, write: Write): undefined => {
  if (ask === null) return
  writes[ask] = write
  const [oldest, ...rest] = Object.keys(writes)
  if (oldest !== undefined && rest.length >= LONGEST) delete writes[oldest]
}

const handlersOf = (name: WriteName): Record<string, (writes: Draft<Writes>, said: Said) => undefined> => ({
  [`ui/${name}.asked`]: (writes, { ask }) => keep(writes, ask, { kind: 'running' }),
  [`api/${name}.answered`]: (writes, { ask, answer, atMs }) => keep(writes, ask, { kind: 'answered', answer, atMs }),
  [`api/${name}.failed`]: (writes, { ask, failure, atMs }) => keep(writes, ask, { kind: 'failed', failure, atMs }),
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
