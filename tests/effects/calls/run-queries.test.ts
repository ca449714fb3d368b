import { Subject, tap, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { runQueries } from '../../../effects/calls/run-queries.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const input = { username: 'harbour' }
const values = {
  w: { type: 'ui/findOrganization.subscribed', input },
  u: { type: 'ui/findOrganization.unsubscribed', input },
  r: { type: 'ui/findOrganization.retried', input },
  m: { type: 'socket/packetsLost', topic: 'organization/1' },
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
  d: {
    type: 'api/createInstance.succeeded',
    input: {},
    response: { instance: { _id: 'i' } },
    atMs: 0,
    requestId: null,
  },
  i: { type: 'ui/readInstance.subscribed', input: { id: 'i' } },
  h: { type: 'ui/readHealth.subscribed', input: { id: 'i' } },
  g: { type: 'ui/readHealth.unsubscribed', input: { id: 'i' } },
  k: { type: 'ui/readHealth.retried', input: { id: 'i' } },
  A: { type: 'ui/readMetrics.subscribed', input: { id: 'i', startDate: -3600 } },
  B: { type: 'ui/readMetrics.unsubscribed', input: { id: 'i', startDate: -3600 } },
  D: { type: 'ui/readMetrics.subscribed', input: { id: 'i', startDate: 1000, endDate: 2000 } },
  E: { type: 'ui/readMetrics.unsubscribed', input: { id: 'i', startDate: 1000, endDate: 2000 } },
} as unknown as Record<string, Message>

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

/** Runs the messages over a real bus, and records the subscriptions of the API call and its outcomes. */
const run = (m: Marbles, presses: string, response: string, error?: unknown, visible?: string) => {
  const base = fakeWorld(m.scheduler)
  const world =
    visible === undefined ? base : { ...base, page: { ...base.page, visible$: m.cold(visible, { y: true, n: false }) } }
  const response$ = m.cold(response, { a: { organization: {} } }, error)
  const { bus, deps, calls } = effectHarness(world, () => response$)
  const output$ = new Subject<string>()
  const outcome$ = runQueries(bus.messages, deps).pipe(
    tap(({ type }) => output$.next(type.endsWith('.succeeded') ? 'a' : 'f')),
  )
  bus.listen(outcome$)
  m.hot(presses, values).subscribe((message) => bus.send(message))
  return { output$, response$, calls, bus }
}

test(
  'given a subscribed view, when the query succeeds, then it is called once and emitted once',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions(' -^----!')
    m.expect(output$).toBeObservable('       ------a')
  }),
)

test(
  'given a running query, when a second view subscribes to it, then it is not called again',
  marbles((m) => {
    const { output$, response$ } = run(m, '-ww', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
    m.expect(output$).toBeObservable('        ------a')
  }),
)

test(
  'given a running query, when no view is subscribed any more, then it is cancelled after 100 ms',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w-u', '500ms (a|)')
    m.expect(response$).toHaveSubscriptions(' -^ 101ms !')
    m.expect(output$).toBeObservable('       -')
  }),
)

test(
  'given a view that unsubscribes, when it subscribes again within 100 ms, then the running query continues',
  marbles((m) => {
    const { output$, response$ } = run(m, '-w-u 50ms w', '500ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^ 499ms !'])
    m.expect(output$).toBeObservable('        501ms a')
  }),
)

test(
  'given a failed query, when the user retries, then it is called again: the effect survives the failure',
  marbles((m) => {
    const failed = new Failed({ kind: 'offline' })
    const { output$ } = run(m, '-w 20ms r', '5ms #', failed)
    m.expect(output$).toBeObservable('------f 20ms f')
  }),
)

for (const [what, press] of [
  ['a mutation invalidates it', 'c'],
  ['a mutation with a lost response may have changed it', 'l'],
  ['packets were missed', 'm'],
  ['no live connection exists and a poll is due', 'p'],
] as const) {
  test(
    `given a subscribed query, when ${what}, then it is called again`,
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
    `given a failed query, when the connection is back over ${transport}, then it is called again`,
    marbles((m) => {
      const { output$ } = run(m, `-w 20ms ${back}`, '5ms #', new Failed({ kind: 'offline' }))
      m.expect(output$).toBeObservable('------f 20ms f')
    }),
  )

  test(
    `given live updates over ${transport}, when a poll is due, then no call is made`,
    marbles((m) => {
      const { calls } = run(m, `-w${back} 20ms p`, '5ms (a|)')
      m.flush()
      expect(calls).toHaveLength(1)
    }),
  )
}

test(
  'given a response from a moment ago, when another view subscribes to the query, then no new call is made',
  marbles((m) => {
    const { response$ } = run(m, '-w 20ms w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
  }),
)

test(
  'given an instance that was just deployed, when its page opens, then the response to the deployment serves it',
  marbles((m) => {
    const { calls } = run(m, 'd 20ms i', '5ms (a|)')
    m.flush()
    expect(calls).toEqual([])
  }),
)

test(
  'given a response from two seconds ago, when another view subscribes to the query, then it is called again',
  marbles((m) => {
    const { response$ } = run(m, '-w 2s w', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!', '-- 2s ^----!'])
  }),
)

test(
  'given a query without subscribers, when a mutation invalidates it, then no call is made',
  marbles((m) => {
    const { response$ } = run(m, '-w 20ms u 200ms c', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions([' -^----!'])
  }),
)

for (const [what, presses] of [
  ['was rejected', 'n'],
  ['failed in an offline browser', '(ol)'],
] as const)
  test(
    `given a subscribed query, when a mutation ${what}, then no call is made`,
    marbles((m) => {
      const { calls } = run(m, `-w 20ms ${presses}`, '5ms (a|)')
      m.flush()
      expect(calls).toHaveLength(1)
    }),
  )

test(
  'given the second step of a login, when its user is signed in, then the pending login is not requested again',
  marbles((m) => {
    const { calls } = run(m, '-(ew) 20ms t', '5ms (a|)')
    m.flush()
    expect(calls).toEqual(['readSignIn', 'findOrganization', 'findOrganization'])
  }),
)

test('given a bug in the pipeline, when it throws, then the error is not turned into a failure', () => {
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

test(
  'given a query that becomes stale again and again, when a view shows it, then it is called once at first and once at the end',
  marbles((m) => {
    const { response$ } = run(m, '-w 20ms c 9ms c 9ms c 9ms c', '5ms (a|)')
    m.expect(response$).toHaveSubscriptions(['-^----!', '-- 20ms ^----!', '-- 20ms 250ms ^----!'])
  }),
)

for (const [what, response, outcome, error] of [
  ['responses', '5ms (a|)', 'a', undefined],
  ['failures', '5ms #', 'f', new Failed({ kind: 'offline' })],
] as const)
  test(
    `given a query that is refreshed every 10 s, when its view stays open, then it is called 10 s after ${what}, until it closes`,
    marbles((m) => {
      const { output$ } = run(m, '-h 25s g', response, error)
      m.expect(output$).toBeObservable(`------${outcome} 10004ms ${outcome} 10004ms ${outcome}`)
    }),
  )

test(
  'given a query that is refreshed, when the page is hidden, then it is called again once the page is visible',
  marbles((m) => {
    const { output$ } = run(m, '-h 25s g', '5ms (a|)', undefined, 'n 5s y')
    m.expect(output$).toBeObservable('------a 15005ms a')
  }),
)

test(
  'given a query that is refreshed, when its view stays open for minutes and closes, then the calls go on that long and end',
  marbles((m) => {
    const { calls } = run(m, '-h 400s g', '5ms (a|)')
    m.flush()
    expect(calls).toHaveLength(40)
  }),
)

test(
  'given a query that is refreshed, when the user retries, then the next call is 10 s after that',
  marbles((m) => {
    const { output$ } = run(m, '-h 5s k 12s g', '5ms (a|)')
    m.expect(output$).toBeObservable('------a 5s a 10004ms a')
  }),
)

test.each([
  ['follows the time', 'A', 'B', 3],
  ['has an end', 'D', 'E', 1],
] as const)(
  'given a window of metrics that %s, when its view stays open for 25 s, then it is called as often as it can change',
  (_what, subscribed, unsubscribed, count) =>
    marbles((m) => {
      const { calls } = run(m, `-${subscribed} 25s ${unsubscribed}`, '5ms (a|)')
      m.flush()
      expect(calls).toHaveLength(count)
    })(),
)
