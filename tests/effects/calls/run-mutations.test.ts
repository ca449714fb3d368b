import { Subject, tap } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { runMutations } from '../../../effects/calls/run-mutations.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const closing = (id: string, requestId: string): Message =>
  ({ type: 'ui/closeInstance.requested', input: { id, organizationId: 'o' }, requestId }) as Message

const presses = { a: closing('one', 'ask-1'), b: closing('one', 'ask-2'), c: closing('two', 'ask-3') }

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const run = (m: Marbles, pressed: string, response: string, error?: unknown) => {
  const response$ = m.cold(response, { y: { message: 'ok', instance: { _id: 'one', revision: 1 } } }, error)
  const { bus, deps, calls } = effectHarness(fakeWorld(m.scheduler), () => response$)
  const output$ = new Subject<string>()
  const outcome$ = runMutations(bus.messages, deps).pipe(
    tap((message) => output$.next('requestId' in message ? String(message.requestId) : '')),
  )
  bus.listen(outcome$)
  m.hot(pressed, presses).subscribe((message) => bus.send(message))
  return { output$, response$, calls, bus }
}

test(
  'given a running mutation, when it is requested again with the same input, then no second call is made',
  marbles((m) => {
    const { output$, calls } = run(m, '-ab', '5ms (y|)')
    m.expect(output$).toBeObservable('------y', { y: 'ask-1' })
    m.flush()
    expect(calls).toStrictEqual(['closeInstance ask-1'])
  }),
)

test(
  'given a running mutation, when it is requested with other input, then both run',
  marbles((m) => {
    const { output$ } = run(m, '-a-c', '5ms (y|)')
    m.expect(output$).toBeObservable('------a-c', { a: 'ask-1', c: 'ask-3' })
  }),
)

test(
  'given a failed mutation, when it is requested again, then it is called again: the effect survives the failure',
  marbles((m) => {
    const { output$, bus } = run(m, '-a 10ms b', '5ms #', new Failed({ kind: 'timedOut' }))
    m.expect(output$).toBeObservable('------a 10ms b', { a: 'ask-1', b: 'ask-2' })
    m.flush()
    expect(bus.read().mutations['ask-2']).toMatchObject({ kind: 'failed', failure: { kind: 'timedOut' } })
  }),
)

test(
  'given any mutation, when it is sent, then its request id is its idempotency key, and it is not retried automatically',
  marbles((m) => {
    const { response$, calls } = run(m, '-a', '5ms #', new Failed({ kind: 'offline' }))
    m.expect(response$).toHaveSubscriptions('-^----!')
    m.flush()
    expect(calls).toStrictEqual(['closeInstance ask-1'])
  }),
)
