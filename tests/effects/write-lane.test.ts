import { Subject, tap } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { writeLane } from '../../effects/write-lane.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

const closing = (id: string, ask: string): Message =>
  ({ type: 'ui/closeInstance.asked', input: { id, organizationId: 'o' }, ask }) as Message

const presses = { a: closing('one', 'ask-1'), b: closing('one', 'ask-2'), c: closing('two', 'ask-3') }

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const run = (m: Marbles, pressed: string, answer: string, error?: unknown) => {
  const answers = m.cold(answer, { y: { message: 'ok', instance: { _id: 'one', revision: 1 } } }, error)
  const { bus, deps, calls } = bench(fakeWorld(m.scheduler), () => answers)
  const heard$ = new Subject<string>()
  const say = (message: Message) => heard$.next('ask' in message ? String(message.ask) : '')
  bus.listen(writeLane(bus.messages, deps).pipe(tap(say)))
  m.hot(pressed, presses).subscribe((message) => bus.send(message))
  return { heard$, answers, calls, bus }
}

test(
  'given a write that is running, when the same is pressed again, then it is the same wish',
  marbles((m) => {
    const { heard$, calls } = run(m, '-ab', '5ms (y|)')
    m.expect(heard$).toBeObservable('------y', { y: 'ask-1' })
    m.flush()
    expect(calls).toStrictEqual(['closeInstance ask-1'])
  }),
)

test(
  'given a write that is running, when another thing is pressed, then both run',
  marbles((m) => {
    const { heard$ } = run(m, '-a-c', '5ms (y|)')
    m.expect(heard$).toBeObservable('------a-c', { a: 'ask-1', c: 'ask-3' })
  }),
)

test(
  'given a write that failed, when it is pressed again, then it is asked again: the lane survives its failure',
  marbles((m) => {
    const { heard$, bus } = run(m, '-a 10ms b', '5ms #', new Failed({ kind: 'timedOut' }))
    m.expect(heard$).toBeObservable('------a 10ms b', { a: 'ask-1', b: 'ask-2' })
    m.flush()
    expect(bus.read().writes['ask-2']).toMatchObject({ kind: 'failed', failure: { kind: 'timedOut' } })
  }),
)

test(
  'given any press, when it is sent, then its own name is its idempotency key, and nothing is tried again by itself',
  marbles((m) => {
    const { answers, calls } = run(m, '-a', '5ms #', new Failed({ kind: 'offline' }))
    m.expect(answers).toHaveSubscriptions('-^----!')
    m.flush()
    expect(calls).toStrictEqual(['closeInstance ask-1'])
  }),
)
