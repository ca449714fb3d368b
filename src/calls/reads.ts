import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { callNames, isRead } from '../contract/call-names.ts'
import type { AnswerOf, CallName, InputOf, ReadName } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import { loaded, notAsked, type RemoteData, toFailed, toLoading } from '../core/remote-data.ts'
import { type Handlers, slice } from '../core/slice.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import { callKey } from './call-key.ts'
import { readsPatchedBy } from './reads-patched-by.ts'

/** One call with one input: how many views want it, and what is known. */
export interface Read {
  name: ReadName
  input: object
  wants: number
  data: RemoteData<unknown>
}

export type Reads = Record<string, Read>

const LONGEST = 300

type Message = CallMessage | SessionMessage
interface Said {
  input: object
  answer: unknown
  atMs: number
  failure: Failure
}

const handlersOf = (name: ReadName): Record<string, (reads: Draft<Reads>, said: Said) => undefined> => ({
  [`ui/${name}.wanted`]: (reads, { input }) => {
    const key = callKey(name, input)
    const read = reads[key] ?? { name, input, wants: 0, data: notAsked }
    reads[key] = read
    read.wants += 1
    if (read.data.kind !== 'loaded') read.data = toLoading(read.data)
  },
  [`ui/${name}.unwanted`]: (reads, { input }) => {
    const read = reads[callKey(name, input)]
    if (!read) return
    read.wants = Math.max(0, read.wants - 1)
    // What nobody wants any more is cancelled by the lane: it must not stay loading.
    if (read.wants === 0 && read.data.kind === 'loading') read.data = read.data.last ?? notAsked
    forgetOldest(reads)
  },
  [`ui/${name}.retried`]: (reads, { input }) => {
    const read = reads[callKey(name, input)]
    if (read) read.data = toLoading(read.data)
  },
  [`api/${name}.answered`]: (reads, { input, answer, atMs }) => {
    const read = reads[callKey(name, input)]
    if (read) read.data = loaded(answer, atMs)
  },
  [`api/${name}.failed`]: (reads, { input, failure }) => {
    const read = reads[callKey(name, input)]
    if (read) read.data = toFailed(read.data, failure)
  },
})

const forgetOldest = (reads: Draft<Reads>): undefined => {
  const keys = Object.keys(reads)
  for (const key of keys.slice(0, Math.max(0, keys.length - LONGEST))) {
    if (reads[key]?.wants === 0) delete reads[key]
  }
}

/** What is the same for everybody, signed in or not. */
const forEverybody: ReadonlySet<CallName> = new Set(['readConfig', 'readSignIn'])
export const isForEverybody = (name: CallName): boolean => forEverybody.has(name)

/** What was known belongs to the person who left; what a view still wants stays wanted. */
const forgetAnswers = (reads: Draft<Reads>): undefined => {
  for (const [key, read] of Object.entries(reads)) {
    if (isForEverybody(read.name)) continue
    if (read.wants === 0) delete reads[key]
    else read.data = notAsked
  }
}

/** Everything that was read from the server, by call and input. */
export const reads = slice<Reads, Message>({}, {
  ...Object.assign({}, ...callNames.filter(isRead).map(handlersOf)),
  ...readsPatchedBy,
  ...forgetWithPerson<Reads>(forgetAnswers),
} as Handlers<Reads, Message>)

export const selectRead =
  <N extends ReadName>(name: N, input: InputOf<N>) =>
  (state: { reads: Reads }): RemoteData<AnswerOf<N>> =>
    (state.reads[callKey(name, input)]?.data ?? notAsked) as RemoteData<AnswerOf<N>>
