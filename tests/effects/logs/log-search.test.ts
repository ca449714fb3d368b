import { concat, NEVER, type Observable, of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import type { Emitted } from '../../../effects/deps.ts'
import { searchLogs } from '../../../effects/logs/search-logs.ts'
import { deploymentTopic } from '../../../src/contract/topics.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { LogExtent } from '../../../src/logs/log-buffer.ts'
import type { LogQuery, LogRange } from '../../../src/logs/store/log-store-message.ts'
import type { Message } from '../../../src/message.ts'
import { fakeLogBuffers } from '../../fakes/fake-log-buffers.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const topic = deploymentTopic('00000000-0000-4000-8000-000000000001', 'instanceLogs')
const query = (find: string, more: Partial<LogQuery> = {}): LogQuery => ({
  find,
  as: 'text',
  matchCase: false,
  ...more,
})
const searchRequested = (find: string, more: Partial<LogQuery> = {}): Message => ({
  type: 'ui/logSearchRequested',
  topic,
  query: query(find, more),
})
const over: Message = { type: 'ui/logSearchEnded', topic }
const progress = { kind: 'progress' as const, scanned: 40, total: 90, found: 2 }
const movedTo = (scanned: number, total: number): Emitted => ({
  type: 'api/logSearchProgressed',
  topic,
  progress: { scanned, total },
})
const moved = movedTo(40, 90)
const ended: Emitted = { type: 'api/logSearchEnded', topic }
const stopped = (reason: 'limit' | 'failed', upTo: number): Emitted => ({
  type: 'api/logSearchStopped',
  topic,
  reason,
  upTo,
})
const searchContinued: Message = { type: 'ui/logSearchContinued', topic }
const line = (sequence: number) => ({ sequence, time: '2026-11-21T14:03:22.123Z', stream: 'stdout', log: 'a wave' })
const endedPiece = { kind: 'ended', reason: 'all', scanned: 90, total: 90, found: 2 }
const limitPiece = { ...endedPiece, reason: 'limit', scanned: 0 }
const pieces$ = of({ kind: 'matches', lines: [line(7), line(3)] }, progress, endedPiece)
const aHole = [{ first: 1, last: 90 }]
const all = { oldest: 1, head: 90 }

const run = (
  m: Marbles,
  holes: LogRange[],
  diagram: string,
  values: Record<string, Message>,
  ...responses: Observable<unknown>[]
) => {
  const inputs: object[] = []
  const { deps } = effectHarness(fakeWorld(m.scheduler), (_name, input) => {
    inputs.push(input)
    // The last response serves all further calls.
    return responses[Math.min(inputs.length, responses.length) - 1] ?? NEVER
  })
  const logs = fakeLogBuffers(holes, null, all)
  const messages = messagesFrom(m.hot(diagram, values))
  return { inputs, recordedCalls: logs.recordedCalls, output$: searchLogs(messages, { ...deps, logs }) }
}

test(
  'given a reader who is typing, when the typing pauses, then only the current text is searched for',
  marbles((m) => {
    const values = { a: searchRequested('w'), b: searchRequested('wa') }
    const { recordedCalls, inputs, output$ } = run(m, [], '-a 99ms b', values, pieces$)
    m.expect(output$).toBeObservable('251ms e', { e: ended })
    m.flush()
    expect(recordedCalls).toStrictEqual(['find wa'])
    expect(inputs).toStrictEqual([])
  }),
)

test(
  'given lines that only the server has, when they are searched, then its matches are added and its progress is emitted',
  marbles((m) => {
    const { recordedCalls, inputs, output$ } = run(
      m,
      aHole,
      'a',
      { a: searchRequested('wave', { stream: 'stderr' }) },
      pieces$,
    )
    m.expect(output$).toBeObservable('150ms (pe)', { p: moved, e: ended })
    m.flush()
    expect(recordedCalls).toStrictEqual(['find wave', 'fill a wave a wave of 1-90', 'found 7 3'])
    expect(inputs).toMatchObject([{ find: 'wave', as: 'text', matchCase: 'n', stream: 'stderr', first: 1, last: 90 }])
  }),
)

/**
 * Runs everything through the state, as in the console; the diagram supplies the extent of the log, which is unknown at
 * first.
 */
const runUnknown = (m: Marbles, diagram: string, values: Record<string, Message>, end: LogExtent) => {
  const { deps, bus, calls } = effectHarness(fakeWorld(m.scheduler), () => of(endedPiece))
  const logs = fakeLogBuffers(end.head === 0 ? [] : [{ first: end.oldest, last: end.head }])
  const filled: Message = { type: 'api/logRangeFilled', topic, range: { first: 1, last: 1 }, extent: end }
  const requestedRange: Message = { type: 'ui/logRangeRequested', topic, range: { first: 1, last: 1 } }
  m.hot(diagram, { w: requestedRange, f: filled, ...values }).subscribe(bus.send)
  return { calls, output$: searchLogs(bus.messages, { ...deps, logs }) }
}

test(
  'given a log of unknown extent, when it is searched, then the search starts once the extent is known',
  marbles((m) => {
    const other: Message = { type: 'socket/logAppended', topic: deploymentTopic('another', 'logs'), packets: [] }
    const { calls, output$ } = runUnknown(m, '(wa) 296ms g 99ms f', { a: searchRequested('wave'), g: other }, all)
    m.expect(output$).toBeObservable('400ms e', { e: ended })
    m.flush()
    expect(calls).toStrictEqual(['searchLogs'])
  }),
)

test(
  'given a log that is known to be empty, when it is searched, then the search ends without a call',
  marbles((m) => {
    const { calls, output$ } = runUnknown(m, '(wf) a', { a: searchRequested('wave') }, { oldest: 1, head: 0 })
    m.expect(output$).toBeObservable('154ms e', { e: ended })
    m.flush()
    expect(calls).toStrictEqual([])
  }),
)

test(
  'given two distant gaps, when they are searched, then each is searched in turn, without the lines between them',
  marbles((m) => {
    const holes = [
      { first: 999_000, last: 999_049 },
      { first: 1, last: 50 },
    ]
    const none$ = of({ ...progress, scanned: 20 }, { ...endedPiece, found: 0 })
    const { inputs, output$ } = run(m, holes, 'a', { a: searchRequested('wave') }, pieces$, none$)
    m.expect(output$).toBeObservable('150ms (pqe)', { p: movedTo(40, 100), q: movedTo(70, 100), e: ended })
    m.flush()
    expect(inputs).toMatchObject([
      { first: 999_000, last: 999_049, limit: 1000 },
      { first: 1, last: 50, limit: 998 },
    ])
  }),
)

test(
  'given more matches than the limit, when the reader continues the search, then it resumes before the oldest match',
  marbles((m) => {
    const enough$ = of({ kind: 'matches', lines: [line(80), line(61)] }, limitPiece)
    const { inputs, output$ } = run(
      m,
      aHole,
      'a 199ms o',
      { a: searchRequested('wave'), o: searchContinued },
      enough$,
      pieces$,
    )
    m.expect(output$).toBeObservable('150ms s 49ms (pe)', { s: stopped('limit', 60), p: movedTo(40, 60), e: ended })
    m.flush()
    expect(inputs).toMatchObject([
      { first: 1, last: 90 },
      { first: 1, last: 60 },
    ])
  }),
)

test(
  'given a search that stopped at its limit, when a skipped range has been searched, then it is still not complete',
  marbles((m) => {
    const gap: Message = { type: 'socket/logAppended', topic, packets: [{ kind: 'gap', first: 91, sequence: 400 }] }
    const enough$ = of({ kind: 'matches', lines: [line(61)] }, limitPiece)
    const { inputs, output$ } = run(
      m,
      aHole,
      'a 199ms g',
      { a: searchRequested('wave'), g: gap },
      enough$,
      of(endedPiece),
    )
    m.expect(output$).toBeObservable('150ms s 49ms s', { s: stopped('limit', 60) })
    m.flush()
    expect(inputs).toMatchObject([
      { first: 1, last: 90 },
      { first: 91, last: 400 },
    ])
  }),
)

test(
  'given a search that has ended, when a range of lines is skipped, then the server searches that range',
  marbles((m) => {
    const gap: Message = { type: 'socket/logAppended', topic, packets: [{ kind: 'gap', first: 91, sequence: 400 }] }
    const { inputs, output$ } = run(m, [], 'a 199ms g', { a: searchRequested('wave'), g: gap }, pieces$)
    m.expect(output$).toBeObservable('150ms e 49ms (pe)', { p: movedTo(40, 310), e: ended })
    m.flush()
    expect(inputs).toMatchObject([{ first: 91, last: 400 }])
  }),
)

test(
  'given a running search, when another starts, then the first is cancelled; ending the search clears the matches',
  marbles((m) => {
    const slow$ = concat(of(progress), NEVER)
    const values = { a: searchRequested('wave'), b: searchRequested('tide'), o: over }
    const { recordedCalls, output$ } = run(m, aHole, 'a 199ms b 199ms o', values, slow$)
    m.expect(output$).toBeObservable('150ms p 199ms p', { p: moved })
    m.flush()
    expect(recordedCalls).toStrictEqual(['find wave', 'find tide', 'find nothing'])
  }),
)

test(
  'given a server that fails, when a search is requested, then the failure is emitted, and the next search works',
  marbles((m) => {
    let times = 0
    const { deps } = effectHarness(fakeWorld(m.scheduler), () =>
      ++times === 1 ? throwError(() => new Failed({ kind: 'offline' })) : pieces$,
    )
    const messages = messagesFrom(m.hot('a 199ms b', { a: searchRequested('wave'), b: searchRequested('tide') }))
    const failed: Emitted = { type: 'api/logSearchFailed', topic, failure: { kind: 'offline' } }
    const output$ = searchLogs(messages, { ...deps, logs: fakeLogBuffers(aHole, null, all) })
    m.expect(output$).toBeObservable('150ms f 199ms (pe)', { f: failed, p: moved, e: ended })
  }),
)

test(
  'given a response that ends early, when the reader continues the search, then lines already scanned are not searched again',
  marbles((m) => {
    const values = { a: searchRequested('wave'), o: searchContinued }
    const { inputs, output$ } = run(m, aHole, 'a 199ms o', values, of(progress), of(endedPiece))
    m.expect(output$).toBeObservable('150ms (ps) 46ms e', { p: moved, s: stopped('failed', 50), e: ended })
    m.flush()
    expect(inputs).toMatchObject([{ last: 90 }, { last: 50 }])
  }),
)

test(
  'given an unreachable server, when the reader continues the search, then the whole range is requested again',
  marbles((m) => {
    const offline$ = throwError(() => new Failed({ kind: 'offline' }))
    const { inputs, output$ } = run(
      m,
      aHole,
      'a 199ms o',
      { a: searchRequested('wave'), o: searchContinued },
      offline$,
      of(endedPiece),
    )
    const failed: Emitted = { type: 'api/logSearchFailed', topic, failure: { kind: 'offline' } }
    m.expect(output$).toBeObservable('150ms f 49ms e', { f: failed, e: ended })
    m.flush()
    expect(inputs).toMatchObject([{ last: 90 }, { last: 90 }])
  }),
)

test(
  'given an invalid pattern, when a search is requested, then no call is made',
  marbles((m) => {
    const { calls, deps } = effectHarness(fakeWorld(m.scheduler), () => pieces$)
    const messages = messagesFrom(m.hot('a', { a: searchRequested('(wave', { as: 'regex' }) }))
    const output$ = searchLogs(messages, { ...deps, logs: fakeLogBuffers(aHole, 'Not a pattern.', all) })
    m.expect(output$).toBeObservable('-')
    m.flush()
    expect(calls).toStrictEqual([])
  }),
)
