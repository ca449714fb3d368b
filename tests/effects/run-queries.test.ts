import { Subject, tap, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { runQueries } from '../../effects/run-queries.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { effectHarness } from './effect-harness.ts'

const input = { username: 'harbour' }
const values = {
  w: { type: 'ui/findOrganization.subscribed', input },
  u: { type: 'ui/findOrganization.unsubscribed', input },
  r: { type: 'ui/findOrganization.retried', input },
  m: { type: 'socket/missed', topic: 'organization/1' },
  c: { type: 'api/saveOrganization.succeeded', input: { id: '1' }, response: {}, atMs: 0, requestId: null },
  l: {
    type: 'api/saveOrganization.failed',
    input: { id: '1' },
    failure: { kind: 'timedOut' },
    atMs: 0,
    requestId: null,
  },
  n: {
    type: 'api/saveOrganization.failed',
    input: { id: '1' },
    failure: { kind: 'apiError', fields: [] },
    atMs: 0,
    requestId: null,
  },
  o: { type: 'socket/onlineChanged', online: false, atMs: 0 },
  p: { type: 'timer/pollDue' },
  v: { type: 'socket/connectionChanged', connection: 'live', atMs: 0 },
  q: { type: 'socket/connectionChanged', connection: 'polling', atMs: 0 },
  e: { type: 'ui/readSignIn.subscribed', input: { signIn: 'lsp_pending' } },
  t: { type: 'tab/signedIn', token: 'fresh' },
} as unknown as Record<string, Message>

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

/** Lets the presses run over a real bus, and says when the api was asked, let go of and answered. */
const run = (m: Marbles, presses: string, response: string, error?: unknown) => {
  const world = fakeWorld(m.scheduler)
  const response$ = m.cold(response, { a: { organization: {} } }, error)
  const { bus, deps, calls } = effectHarness(world, () => response$)
  const output$ = new Subject<string>()
  const record = ({ type }: Message) => output$.next(type.endsWith('.succeeded') ? 'a' : 'f')
  bus.listen(runQueries(bus.messages, deps).pipe(tap(record)))
  m.hot(presses, values).subscribe((message) => bus.send(message))
  return { output$, response$, calls, bus }
}

test(
  'given a view that wants something, when it is answered, then it is asked once and said once',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions(' -^----!')
    m.expect(output$).toBeObservable('       ------a')
  }),
)

test(
  'given a read that is running, when a second view wants the same, then it is not asked again',
  marbles((m) => {
    const { output$, response$ } = run(m, '-ww', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
    m.expect(output$).toBeObservable('        ------a')
  }),
)

test(
  'given a read that is running, when nobody wants it any more, then it is let go of after 100 ms',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w-u', '500ms (a|)')
    m.expect(response$).toHaveSubscriptions(' -^ 101ms !')
    m.expect(output$).toBeObservable('       -')
  }),
)

test(
  'given a view that leaves, when it comes back within 100 ms, then the running read goes on',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w-u 50ms w', '500ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^ 499ms !'])
    m.expect(output$).toBeObservable('        501ms a')
  }),
)

test(
  'given a failed read, when a person retries, then it is asked again: the lane survives its failure',
  marbles((m) => {
    const failed = new Failed({ kind: 'offline' })
    const { output$ } = run(m, '-w 20ms r', '5ms #', failed)
    m.expect(output$).toBeObservable('------f 20ms f')
  }),
)

for (const [what, press] of [
  ['a write changed it', 'c'],
  ['a write whose answer was lost may have changed it', 'l'],
  ['packets were missed', 'm'],
  ['nothing comes live and a poll is due', 'p'],
] as const) {
  test(
    `given something that a view shows, when ${what}, then it is asked again`,
    marbles((m) => {
      const { output$, calls } = run(m, `-w 20ms ${press}`, '5ms (a|)')
      m.expect(output$).toBeObservable('------a 20ms a')
      m.flush()
      expect(calls).toHaveLength(2)
    }),
  )
}

for (const [transport, back] of [
  ['a socket', 'v'],
  ['plain requests', 'q'],
] as const) {
  test(
    `given a read that failed, when the connection is back over ${transport}, then it is asked again`,
    marbles((m) => {
      const { output$ } = run(m, `-w 20ms ${back}`, '5ms #', new Failed({ kind: 'offline' }))
      m.expect(output$).toBeObservable('------f 20ms f')
    }),
  )

  test(
    `given what is told over ${transport}, when a poll is due, then nothing is asked`,
    marbles((m) => {
      const { calls } = run(m, `-w${back} 20ms p`, '5ms (a|)')
      m.flush()
      expect(calls).toHaveLength(1)
    }),
  )
}

test(
  'given an answer of a moment ago, when another view wants the same, then the answer serves both',
  marbles((m) => {
    const { response$ } = run(m, '-w 20ms w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
  }),
)

test(
  'given an answer of two seconds ago, when another view wants the same, then it is asked again',
  marbles((m) => {
    const { response$ } = run(m, '-w 2s w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!', '-- 2s ^----!'])
  }),
)

test(
  'given something that nobody wants, when a write changed it, then nothing is asked',
  marbles((m) => {
    const { response$ } = run(m, '-w 20ms u 200ms c', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
  }),
)

for (const [what, presses] of [
  ['was refused', 'n'],
  ['got lost in a browser that is offline', '(ol)'],
] as const)
  test(
    `given something that a view shows, when a write ${what}, then nothing is asked`,
    marbles((m) => {
      const { calls } = run(m, `-w 20ms ${presses}`, '5ms (a|)')
      m.flush()
      expect(calls).toHaveLength(1)
    }),
  )

test(
  'given the second step of a login, when its user is signed in, then the pending login is not asked for again',
  marbles((m) => {
    const { calls } = run(m, '-(ew) 20ms t', '5ms (a|)')
    m.flush()
    expect(calls).toEqual(['readSignIn', 'findOrganization', 'findOrganization'])
  }),
)

test('given a bug in a pipe, when it throws, then it is not mistaken for a failure', () => {
  const world = fakeWorld({
    now: () => 0,
    schedule: () => {
      throw new Error('no time here')
    },
  })
  const { bus, deps } = effectHarness(world, () => throwError(() => new TypeError('bug')))
  let thrown: unknown
  runQueries(bus.messages, deps).subscribe({ error: (error) => (thrown = error) })
  bus.send(values.w as Message)
  expect(thrown).toBeInstanceOf(TypeError)
})
