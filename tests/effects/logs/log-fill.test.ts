import { map, mergeMap, type Observable, of, throwError, timer } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { fillLogs } from '../../../effects/logs/fill-logs.ts'
import { advanceLogStart } from '../../../effects/logs/receive-log-lines.ts'
import type { InputOf } from '../../../src/contract/contract.ts'
import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import { fakeLogBuffers } from '../../fakes/fake-log-buffers.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]
type Range = InputOf<'readLogRange'>

const id = '00000000-0000-4000-8000-000000000001'
const topic = deploymentTopic(id, 'instanceLogs')
const extent = { oldest: 1, head: 90 }
const requestedRange = (first: number, last: number): Message => ({
  type: 'ui/logRangeRequested',
  topic,
  range: { first, last },
})
// The union of all messages is too large for a list of them to be compared.
const filled = (first: number, last: number) =>
  ({ type: 'api/logRangeFilled', topic, range: { first, last }, extent }) satisfies Message
const offline: Failure = { kind: 'offline' }
const failed = { type: 'api/logRangeFailed', topic, failure: offline } satisfies Message

type Respond = (range: { first: number; last: number }) => Observable<unknown>

/** Responds with at most ten lines after 5 ms. */
const tenLines =
  (m: Marbles): Respond =>
  ({ first, last }) =>
    timer(5, m.scheduler).pipe(
      map(() => {
        const count = Math.min(10, last - first + 1)
        const lines = Array.from({ length: count }, (_, at) => ({
          atMs: 0,
          stream: 'stdout' as const,
          text: `${first + at}`,
        }))
        return { packets: [batchOf(lines, first)], ...extent }
      }),
    )

const offlineSoon =
  (m: Marbles): Respond =>
  () =>
    timer(5, m.scheduler).pipe(mergeMap(() => throwError(() => new Failed(offline))))

/** Runs the effect on a real bus, so that its output updates the state that it reads. */
const run = (m: Marbles, respond: Respond, diagram: string, values: Record<string, Message>) => {
  const requests: string[] = []
  const { bus, deps } = effectHarness(fakeWorld(m.scheduler), (_name, input) => {
    const { first, last } = input as Range
    requests.push(`${first}-${last}`)
    return respond({ first: Number(first), last: Number(last) })
  })
  const logs = fakeLogBuffers()
  const emitted: Message[] = []
  bus.listen(fillLogs(bus.messages, { ...deps, logs }))
  bus.messages.of('api/logRangeFilled', 'api/logRangeFailed').subscribe((message) => emitted.push(message))
  bus.listen(m.hot(diagram, values))
  m.flush()
  return { requests, emitted, recordedCalls: logs.recordedCalls, view: bus.read().logViews[topic] }
}

test(
  'given a reader who scrolled, when a range is requested, then its lines are filled in',
  marbles((m) => {
    const { requests, emitted, recordedCalls } = run(m, tenLines(m), '-a', { a: requestedRange(4, 6) })
    expect(requests).toStrictEqual(['4-6'])
    expect(recordedCalls).toStrictEqual(['fill 4 5 6 of 1-90'])
    expect(emitted).toStrictEqual([filled(4, 6)])
  }),
)

test(
  'given a partial response, when it arrives, then the rest is requested until the range is complete',
  marbles((m) => {
    const { requests, emitted, view } = run(m, tenLines(m), '-a', { a: requestedRange(1, 25) })
    expect(requests).toStrictEqual(['1-25', '11-25', '21-25'])
    expect(emitted).toStrictEqual([filled(1, 25)])
    expect(view?.requestedRange).toBeNull()
    expect(view?.extent).toStrictEqual(extent)
  }),
)

test(
  'given a pending range, when the reader scrolls on twice, then only the last range is requested next',
  marbles((m) => {
    const values = { a: requestedRange(1, 25), b: requestedRange(40, 42), c: requestedRange(60, 62) }
    const { requests, emitted } = run(m, tenLines(m), '-abc', values)
    expect(requests).toStrictEqual(['1-25', '60-62'])
    expect(emitted).toStrictEqual([filled(1, 25), filled(60, 62)])
  }),
)

test(
  'given a range beyond the newest line, when all existing lines have arrived, then nothing more is requested',
  marbles((m) => {
    const { requests, emitted } = run(m, tenLines(m), '-a', { a: requestedRange(81, 500) })
    expect(requests).toStrictEqual(['81-500'])
    expect(emitted).toStrictEqual([filled(81, 500)])
  }),
)

test(
  'given an unreachable server, when a range is requested, then the failure is emitted, and a second request is sent',
  marbles((m) => {
    let times = 0
    const respond: Respond = (range) => (++times === 1 ? offlineSoon(m) : tenLines(m))(range)
    const { requests, emitted, view } = run(m, respond, '-a 20ms a', { a: requestedRange(1, 3) })
    expect(requests).toStrictEqual(['1-3', '1-3'])
    expect(emitted).toStrictEqual([failed, filled(1, 3)])
    expect(view?.failure).toBeNull()
  }),
)

for (const connection of ['live', 'polling'] as const) {
  test(
    `given a range that failed, when the connection is ${connection} again, then it is requested again automatically`,
    marbles((m) => {
      let times = 0
      const respond: Respond = (range) => (++times === 1 ? offlineSoon(m) : tenLines(m))(range)
      const back: Message = { type: 'socket/connectionChanged', connection, atMs: 0 }
      const { emitted } = run(m, respond, '-a 20ms b', { a: requestedRange(1, 3), b: back })
      expect(emitted).toStrictEqual([failed, filled(1, 3)])
    }),
  )
}

test(
  'given the log of a second service, when its lines are requested, then the call names that service',
  marbles((m) => {
    const requests: object[] = []
    const { bus, deps } = effectHarness(fakeWorld(m.scheduler), (_name, input) => {
      requests.push(input)
      return of({ packets: [], ...extent })
    })
    const ofWorker = deploymentTopic(id, 'instanceLogs', 'worker')
    bus.listen(fillLogs(bus.messages, { ...deps, logs: fakeLogBuffers() }))
    bus.send({ type: 'ui/logRangeRequested', topic: ofWorker, range: { first: 4, last: 6 } })
    expect(requests).toStrictEqual([{ id, logType: 'instanceLogs', serviceName: 'worker', first: 4, last: 6 }])
  }),
)

test(
  'given a log whose oldest lines were deleted, when the server reports them missed, then the buffer starts after them',
  marbles((m) => {
    const { deps } = effectHarness(fakeWorld(m.scheduler), () => timer(0))
    const logs = fakeLogBuffers()
    const missed$ = m.hot<Message>('-lo', {
      l: { type: 'socket/packetsLost', topic, from: 400 },
      o: { type: 'socket/packetsLost', topic: 'organization/1', from: 7 },
    })
    m.expect(advanceLogStart(messagesFrom(missed$), { ...deps, logs })).toBeObservable('-')
    m.flush()
    expect(logs.recordedCalls).toStrictEqual(['fill  of 401-400'])
  }),
)
