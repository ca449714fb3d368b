import { Subject, tap, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { readLane } from '../../effects/read-lane.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

const input = { username: 'harbour' }
const said = {
  w: { type: 'ui/findOrganization.wanted', input },
  u: { type: 'ui/findOrganization.unwanted', input },
  r: { type: 'ui/findOrganization.retried', input },
  m: { type: 'socket/missed', topic: 'organization/1' },
  c: { type: 'api/saveOrganization.answered', input: { id: '1' }, answer: {}, atMs: 0, ask: null },
  l: { type: 'api/saveOrganization.failed', input: { id: '1' }, failure: { kind: 'timedOut' }, atMs: 0, ask: null },
  n: {
    type: 'api/saveOrganization.failed',
    input: { id: '1' },
    failure: { kind: 'refused', fields: [] },
    atMs: 0,
    ask: null,
  },
  o: { type: 'socket/onlineChanged', online: false, atMs: 0 },
  p: { type: 'timer/pollDue' },
  v: { type: 'socket/connectionChanged', connection: 'live', atMs: 0 },
  q: { type: 'socket/connectionChanged', connection: 'polling', atMs: 0 },
  e: { type: 'ui/readSignIn.wanted', input: { signIn: 'lsp_pending' } },
  t: { type: 'tab/signedIn', token: 'fresh' },
} as unknown as Record<string, Message>

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

/** Lets the presses run over a real bus, and says when the api was asked, let go of and answered. */
const run = (m: Marbles, presses: string, answer: string, error?: unknown) => {
  const world = fakeWorld(m.scheduler)
  const answers = m.cold(answer, { a: { organization: {} } }, error)
  const { bus, deps, calls } = bench(world, () => answers)
  const heard$ = new Subject<string>()
  const say = ({ type }: Message) => heard$.next(type.endsWith('.answered') ? 'a' : 'f')
  bus.listen(readLane(bus.messages, deps).pipe(tap(say)))
  m.hot(presses, said).subscribe((message) => bus.send(message))
  return { heard$, answers, calls, bus }
}

test(
  'given a view that wants something, when it is answered, then it is asked once and said once',
  marbles((m) => {
    const { heard$, answers } = run(m, '-w', '5ms (a|)')
    m.expect(answers).toHaveSubscriptions(' -^----!')
    m.expect(heard$).toBeObservable('       ------a')
  }),
)

test(
  'given a read that is running, when a second view wants the same, then it is not asked again',
  marbles((m) => {
    const { heard$, answers } = run(m, '-ww', '5ms (a|)')
    m.expect(answers).toHaveSubscriptions([' -^----!'])
    m.expect(heard$).toBeObservable('        ------a')
  }),
)

test(
  'given a read that is running, when nobody wants it any more, then it is let go of after 100 ms',
  marbles((m) => {
    const { heard$, answers } = run(m, '-w-u', '500ms (a|)')
    m.expect(answers).toHaveSubscriptions(' -^ 101ms !')
    m.expect(heard$).toBeObservable('       -')
  }),
)

test(
  'given a view that leaves, when it comes back within 100 ms, then the running read goes on',
  marbles((m) => {
    const { heard$, answers } = run(m, '-w-u 50ms w', '500ms (a|)')
    m.expect(answers).toHaveSubscriptions([' -^ 499ms !'])
    m.expect(heard$).toBeObservable('        501ms a')
  }),
)

test(
  'given a failed read, when a person retries, then it is asked again: the lane survives its failure',
  marbles((m) => {
    const failed = new Failed({ kind: 'offline' })
    const { heard$ } = run(m, '-w 20ms r', '5ms #', failed)
    m.expect(heard$).toBeObservable('------f 20ms f')
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
      const { heard$, calls } = run(m, `-w 20ms ${press}`, '5ms (a|)')
      m.expect(heard$).toBeObservable('------a 20ms a')
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
      const { heard$ } = run(m, `-w 20ms ${back}`, '5ms #', new Failed({ kind: 'offline' }))
      m.expect(heard$).toBeObservable('------f 20ms f')
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
    const { answers } = run(m, '-w 20ms w', '5ms (a|)')
    m.expect(answers).toHaveSubscriptions([' -^----!'])
  }),
)

test(
  'given an answer of two seconds ago, when another view wants the same, then it is asked again',
  marbles((m) => {
    const { answers } = run(m, '-w 2s w', '5ms (a|)')
    m.expect(answers).toHaveSubscriptions([' -^----!', '-- 2s ^----!'])
  }),
)

test(
  'given something that nobody wants, when a write changed it, then nothing is asked',
  marbles((m) => {
    const { answers } = run(m, '-w 20ms u 200ms c', '5ms (a|)')
    m.expect(answers).toHaveSubscriptions([' -^----!'])
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
  const { bus, deps } = bench(world, () => throwError(() => new TypeError('bug')))
  let thrown: unknown
  readLane(bus.messages, deps).subscribe({ error: (error) => (thrown = error) })
  bus.send(said.w as Message)
  expect(thrown).toBeInstanceOf(TypeError)
})
