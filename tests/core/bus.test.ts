import { EMPTY, map, mergeMap, of, Subject, tap } from 'rxjs'
import { expect, test } from 'vitest'
import { type Actor, runActor } from '../../src/core/actor.ts'
import { createBus } from '../../src/core/bus.ts'
import { slice } from '../../src/core/slice.ts'

type Message = { type: 'ui/added'; amount: number } | { type: 'api/doubled' } | { type: 'ui/broken' }
interface State {
  sum: number
  log: string[]
}

const start = () => {
  const reports: string[] = []
  const bus = createBus<State, Message>(
    {
      sum: slice<number, Message>(0, {
        'ui/added': (sum, { amount }) => sum + amount,
        'api/doubled': (sum) => sum * 2,
        'ui/broken': () => {
          throw new Error('a slice broke')
        },
      }),
      log: slice<string[], Message>([], {
        'ui/added': (log, { amount }) => void log.push(`added ${amount}`),
        'ui/broken': (log) => void log.push('broken'),
      }),
    },
    (where) => reports.push(where),
  )
  return { bus, reports }
}

test('given a listener that responds synchronously, when a message is sent, then the response is queued', () => {
  const { bus } = start()
  const received: string[] = []
  bus.listen(bus.messages.of('ui/added').pipe(map(() => ({ type: 'api/doubled' }) as const)))
  bus.messages.all$.subscribe(({ type }) => received.push(`${type} at ${bus.read().sum}`))
  bus.send({ type: 'ui/added', amount: 2 })
  bus.send({ type: 'ui/added', amount: 3 })
  expect(received).toStrictEqual(['ui/added at 2', 'api/doubled at 4', 'ui/added at 7', 'api/doubled at 14'])
})

test('given an effect, when it receives a message, then the state already includes the message', () => {
  const { bus } = start()
  const seen: number[] = []
  bus.listen(
    bus.messages.of('ui/added').pipe(
      tap(() => seen.push(bus.read().sum)),
      mergeMap(() => EMPTY),
    ),
  )
  bus.send({ type: 'ui/added', amount: 5 })
  expect(seen).toStrictEqual([5])
})

test('given an effect that throws, when the next message comes, then it was reported and restarted, and others continued', () => {
  const { bus, reports } = start()
  let received = 0
  const actor: Actor<Message, object> = {
    name: 'sums',
    effects: {
      fails: (messages) =>
        messages.of('ui/added').pipe(
          map(({ amount }) => {
            if (amount < 0) throw new Error('no debts')
            return { type: 'api/doubled' } as const
          }),
        ),
      counts: (messages) =>
        messages.of('ui/added').pipe(
          tap(() => (received += 1)),
          mergeMap(() => EMPTY),
        ),
    },
  }
  bus.listen(runActor(actor, bus.messages, {}, (where) => reports.push(where)))
  bus.send({ type: 'ui/added', amount: -1 })
  bus.send({ type: 'ui/added', amount: 3 })
  expect(reports).toStrictEqual(['sums/fails'])
  expect(received).toBe(2)
  expect(bus.read().sum).toBe(4)
})

test('given an effect that always throws, when it has been restarted ten times, then it stays stopped, which is reported', () => {
  const { bus, reports } = start()
  const actor: Actor<Message, object> = {
    name: 'sums',
    effects: {
      fails: (messages) =>
        messages.of('ui/added').pipe(
          map(() => {
            throw new Error('never')
          }),
        ),
    },
  }
  bus.listen(runActor(actor, bus.messages, {}, (where) => reports.push(where)))
  for (let press = 0; press < 20; press += 1) bus.send({ type: 'ui/added', amount: 1 })
  expect(reports).toHaveLength(12)
  expect(bus.read().sum).toBe(20)
})

test('given a slice that throws, when a message comes, then it keeps its state and the other slices handle the message', () => {
  const { bus, reports } = start()
  bus.send({ type: 'ui/added', amount: 1 })
  bus.send({ type: 'ui/broken' })
  expect(bus.read()).toStrictEqual({ sum: 1, log: ['added 1', 'broken'] })
  expect(reports).toStrictEqual(['slice/sum'])
})

test('given a message that no slice handles, when it is sent, then the state stays the same object', () => {
  const bus = createBus<{ sum: number }, Message>({ sum: slice<number, Message>(1, {}) }, () => {})
  const before = bus.read()
  bus.send({ type: 'api/doubled' })
  expect(bus.read()).toBe(before)
})

test('given a source, when it fails, then the error is reported and the bus continues', () => {
  const { bus, reports } = start()
  const source$ = new Subject<Message>()
  bus.listen(source$)
  source$.next({ type: 'ui/added', amount: 1 })
  source$.error(new Error('torn'))
  bus.listen(of({ type: 'ui/added', amount: 1 } as const))
  expect(bus.read().sum).toBe(2)
  expect(reports).toStrictEqual(['bus/listen'])
})

test('given a listener of one type, when messages of another type are sent, then it is not called', () => {
  const { bus } = start()
  let callCount = 0
  bus.messages.of('api/doubled').subscribe(() => (callCount += 1))
  for (let press = 0; press < 5; press += 1) bus.send({ type: 'ui/added', amount: 1 })
  expect(callCount).toBe(0)
})

test('given an earlier state, when it is restored, then later messages are applied to it', () => {
  const { bus } = start()
  const before = bus.read()
  bus.send({ type: 'ui/added', amount: 9 })
  bus.restore(before)
  bus.send({ type: 'ui/added', amount: 1 })
  expect(bus.read().sum).toBe(1)
})

test('given slices that load later, when they join, then they start from the initial state, receive only later messages, and change no other slice', () => {
  const { bus } = start()
  bus.send({ type: 'ui/added', amount: 2 })
  const before = bus.read()
  const received: unknown[] = []
  bus.state$.subscribe((state) => received.push(state))
  bus.join({ added: slice<number, Message>(0, { 'ui/added': (count) => count + 1 }) })
  expect(bus.read()).toStrictEqual({ ...before, added: 0 })
  expect(bus.read().log).toBe(before.log)
  bus.send({ type: 'ui/added', amount: 3 })
  expect(bus.read()).toMatchObject({ sum: 5, added: 1 })
  expect(received).toHaveLength(3)
})
