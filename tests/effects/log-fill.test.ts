import { map, mergeMap, type Observable, of, throwError, timer } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { fillLogs } from '../../effects/logs/fill-logs.ts'
import { moveLogStart } from '../../effects/logs/move-log-start.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import { deploymentTopic } from '../../src/contract/live.ts'
import type { Failure } from '../../src/core/failure.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { batchOf } from '../../src/rules/log-batch.ts'
import { fakeLogBooks } from '../fakes/fake-log-books.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]
type Range = InputOf<'readLogRange'>

const id = '00000000-0000-4000-8000-000000000001'
const topic = deploymentTopic(id, 'instanceLogs')
const extent = { oldest: 1, head: 90 }
const wanted = (first: number, last: number): Message => ({
  type: 'ui/logRangeWanted',
  topic,
  range: { first, last },
})
const filled = (first: number, last: number): Message => ({
  type: 'api/logRangeFilled',
  topic,
  range: { first, last },
  extent,
})
const offline: Failure = { kind: 'offline' }
const failed: Message = { type: 'api/logRangeFailed', topic, failure: offline }

type Answers = (range: { first: number; last: number }) => Observable<unknown>

/** Ten lines at most, after 5 ms. */
const tenLines =
  (m: Marbles): Answers =>
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
  (m: Marbles): Answers =>
  () =>
    timer(5, m.scheduler).pipe(mergeMap(() => throwError(() => new Failed(offline))))

/** The effect on a real bus: what it says moves the state that it reads. */
const run = (m: Marbles, answers: Answers, heard: string, said: Record<string, Message>) => {
  const asked: string[] = []
  const { bus, deps } = bench(fakeWorld(m.scheduler), (_name, input) => {
    const { first, last } = input as Range
    asked.push(`${first}-${last}`)
    return answers({ first: Number(first), last: Number(last) })
  })
  const logs = fakeLogBooks()
  const told: Message[] = []
  bus.listen(fillLogs(bus.messages, { ...deps, logs }))
  bus.messages.of('api/logRangeFilled', 'api/logRangeFailed').subscribe((message) => told.push(message))
  bus.listen(m.hot(heard, said))
  m.flush()
  return { asked, told, deeds: logs.deeds, view: bus.read().logViews[topic] }
}

test(
  'given a reader who scrolled, when lines are wanted, then they come',
  marbles((m) => {
    const { asked, told, deeds } = run(m, tenLines(m), '-a', { a: wanted(4, 6) })
    expect(asked).toStrictEqual(['4-6'])
    expect(deeds).toStrictEqual(['fill 4 5 6 of 1-90'])
    expect(told).toStrictEqual([filled(4, 6)])
  }),
)

test(
  'given an answer that holds only a part, when it came, then the rest is asked for until the range is whole',
  marbles((m) => {
    const { asked, told, view } = run(m, tenLines(m), '-a', { a: wanted(1, 25) })
    expect(asked).toStrictEqual(['1-25', '11-25', '21-25'])
    expect(told).toStrictEqual([filled(1, 25)])
    expect(view?.wanted).toBeNull()
    expect(view?.extent).toStrictEqual(extent)
  }),
)

test(
  'given lines on their way, when the reader scrolls on, then only where the reader is last is asked for',
  marbles((m) => {
    const said = { a: wanted(1, 25), b: wanted(40, 42), c: wanted(60, 62) }
    const { asked, told } = run(m, tenLines(m), '-abc', said)
    expect(asked).toStrictEqual(['1-25', '60-62'])
    expect(told).toStrictEqual([filled(1, 25), filled(60, 62)])
  }),
)

test(
  'given a range beyond the newest line, when all that there is came, then nothing more is asked for',
  marbles((m) => {
    const { asked, told } = run(m, tenLines(m), '-a', { a: wanted(81, 500) })
    expect(asked).toStrictEqual(['81-500'])
    expect(told).toStrictEqual([filled(81, 500)])
  }),
)

test(
  'given a server that cannot be reached, when lines are wanted, then that is told, and wanting them again asks again',
  marbles((m) => {
    let times = 0
    const answers: Answers = (range) => (++times === 1 ? offlineSoon(m) : tenLines(m))(range)
    const { asked, told, view } = run(m, answers, '-a 20ms a', { a: wanted(1, 3) })
    expect(asked).toStrictEqual(['1-3', '1-3'])
    expect(told).toStrictEqual([failed, filled(1, 3)])
    expect(view?.failure).toBeNull()
  }),
)

for (const connection of ['live', 'polling'] as const) {
  test(
    `given lines that could not be had, when the connection is ${connection} again, then they are asked for by themselves`,
    marbles((m) => {
      let times = 0
      const answers: Answers = (range) => (++times === 1 ? offlineSoon(m) : tenLines(m))(range)
      const back: Message = { type: 'socket/connectionChanged', connection, atMs: 0 }
      const { told } = run(m, answers, '-a 20ms b', { a: wanted(1, 3), b: back })
      expect(told).toStrictEqual([failed, filled(1, 3)])
    }),
  )
}

test(
  'given the log of a second service, when lines of it are wanted, then that service is asked for',
  marbles((m) => {
    const asked: object[] = []
    const { bus, deps } = bench(fakeWorld(m.scheduler), (_name, input) => {
      asked.push(input)
      return of({ packets: [], ...extent })
    })
    const ofWorker = deploymentTopic(id, 'instanceLogs', 'worker')
    bus.listen(fillLogs(bus.messages, { ...deps, logs: fakeLogBooks() }))
    bus.send({ type: 'ui/logRangeWanted', topic: ofWorker, range: { first: 4, last: 6 } })
    expect(asked).toStrictEqual([{ id, logType: 'instanceLogs', serviceName: 'worker', first: 4, last: 6 }])
  }),
)

test(
  'given a log whose oldest lines are gone, when the server says so, then the book begins later',
  marbles((m) => {
    const { deps } = bench(fakeWorld(m.scheduler), () => timer(0))
    const logs = fakeLogBooks()
    const missed$ = m.hot<Message>('-lo', {
      l: { type: 'socket/missed', topic, from: 400 },
      o: { type: 'socket/missed', topic: 'organization/1', from: 7 },
    })
    m.expect(moveLogStart(messagesFrom(missed$), { ...deps, logs })).toBeObservable('-')
    m.flush()
    expect(logs.deeds).toStrictEqual(['fill  of 401-400'])
  }),
)
