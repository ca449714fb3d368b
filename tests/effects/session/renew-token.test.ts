import { type Observable, of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { persistToken, renewToken, watchToken } from '../../../effects/session/renew-token.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { selectToken } from '../../../src/session/session.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { type EffectHarness, effectHarness } from '../effect-harness.ts'

/** A token as the server signs it, except for the signature. */
const token = (sid: string, expiresInMs: number, number = 0): string =>
  `h.${btoa(JSON.stringify({ sid, sub: 'person', exp: expiresInMs / 1000, number }))}.s`

/** Messages reach the slice first and then the effect, as in the console. */
const reduced = (bus: EffectHarness['bus'], message$: Observable<Message>) => {
  message$.subscribe(bus.send)
  return bus.messages
}

const QUARTER_MS = 15 * 60_000
const first = token('one', QUARTER_MS)
const second = token('one', 2 * QUARTER_MS)
const third = token('one', 3 * QUARTER_MS)
const due: Message = { type: 'timer/tokenDue' }
const succeeded = (next: string, atMs = 0) => ({
  type: 'api/renewToken.succeeded' as const,
  input: { session: 'one' },
  response: { token: next },
  requestId: null,
  atMs,
})

test(
  'given a token of a quarter of an hour, when it is found, then it is due a minute before it expires, once',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => of())
    bus.send({ type: 'storage/tokenFound', token: first })
    const message$ = m.hot('f', { f: { type: 'storage/tokenFound', token: first } satisfies Message })
    m.expect(watchToken(messagesFrom(message$), deps)).toBeObservable('840000ms d', { d: due })
  }),
)

test(
  'given a tab that slept past its token’s expiry, when it wakes, then the token is due at once',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => of())
    const old = token('one', -60_000)
    bus.send({ type: 'storage/tokenFound', token: old })
    const message$ = m.hot('f', { f: { type: 'storage/tokenFound', token: old } satisfies Message })
    m.expect(watchToken(messagesFrom(message$), deps)).toBeObservable('d', { d: due })
  }),
)

test(
  'given a clock that is an hour slow, when the first response has corrected it, then the token is due by the server’s time',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => of())
    const HOUR_MS = 3_600_000
    let slowMs = HOUR_MS
    const world = { ...deps.world, serverNow: () => m.scheduler.now() - slowMs }
    bus.send({ type: 'storage/tokenFound', token: first })
    const message$ = m.hot<Message>('f 99ms p', {
      f: { type: 'storage/tokenFound', token: first },
      p: { type: 'api/readProfile.succeeded' } as Message,
    })
    messagesFrom(message$)
      .of('api/readProfile.succeeded')
      .subscribe(() => {
        slowMs = 0
      })
    m.expect(watchToken(messagesFrom(message$), { ...deps, world })).toBeObservable('840000ms d', { d: due })
  }),
)

test(
  'given an unreachable server, when renewing fails, then it is retried after five seconds; a session that is over is not',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => of())
    bus.send({ type: 'storage/tokenFound', token: token('one', 0) })
    const failed = { type: 'api/renewToken.failed', input: {}, requestId: null, atMs: 0 } as const
    const message$ = m.hot('a 9999ms b', {
      a: { ...failed, failure: { kind: 'offline' } } satisfies Message,
      b: {
        ...failed,
        failure: { kind: 'apiError', status: 401, code: 'sessionEnded', message: '', fields: [] },
      } satisfies Message,
    })
    m.expect(watchToken(messagesFrom(message$), deps)).toBeObservable('5000ms d', { d: due })
  }),
)

test(
  'given a token that is due, when it is due again and rejected meanwhile, then it is renewed once',
  marbles((m) => {
    const { deps, bus, calls } = effectHarness(fakeWorld(m.scheduler, { kept: { 'jwt-token': first } }), () =>
      m.cold('---(a|)', { a: { token: second } }),
    )
    bus.send({ type: 'storage/tokenFound', token: first })
    const message$ = m.hot('ddr', { d: due, r: { type: 'api/tokenRejected', token: first } satisfies Message })
    m.expect(renewToken(reduced(bus, message$), deps)).toBeObservable('50ms ---a', { a: succeeded(second, 53) })
    m.flush()
    expect(calls).toStrictEqual(['renewToken'])
  }),
)

test(
  'given a token that another tab has renewed, when it is due here, then that one is used without a call',
  marbles((m) => {
    const { deps, bus, calls } = effectHarness(fakeWorld(m.scheduler, { kept: { 'jwt-token': second } }), () => of())
    bus.send({ type: 'storage/tokenFound', token: first })
    m.expect(renewToken(reduced(bus, m.hot('d', { d: due })), deps)).toBeObservable('50ms t', {
      t: { type: 'tab/tokenRenewed', token: second },
    })
    m.flush()
    expect(calls).toStrictEqual([])
  }),
)

test(
  'given a token that another tab broadcast while this one waited, when its turn comes, then no call is made',
  marbles((m) => {
    const { deps, bus, calls } = effectHarness(fakeWorld(m.scheduler, { kept: { 'jwt-token': second } }), () => of())
    bus.send({ type: 'storage/tokenFound', token: first })
    m.hot('---t').subscribe(() => bus.send({ type: 'tab/tokenRenewed', token: second }))
    const message$ = m.hot('d', { d: due })
    m.expect(renewToken(reduced(bus, message$), deps)).toBeObservable('-')
    m.flush()
    expect(calls).toStrictEqual([])
  }),
)

test(
  'given a token received while waiting for the lock, when that one is rejected too, then it is renewed with the lock',
  marbles((m) => {
    const { deps, bus, calls } = effectHarness(fakeWorld(m.scheduler, { kept: { 'jwt-token': second } }), () =>
      m.cold('---(a|)', { a: { token: third } }),
    )
    bus.send({ type: 'storage/tokenFound', token: first })
    const message$ = m.hot('d-t-r', {
      d: due,
      t: { type: 'tab/tokenRenewed', token: second } satisfies Message,
      r: { type: 'api/tokenRejected', token: second } satisfies Message,
    })
    m.expect(renewToken(reduced(bus, message$), deps)).toBeObservable('50ms ---a', { a: succeeded(third, 53) })
    m.flush()
    expect(calls).toStrictEqual(['renewToken'])
  }),
)

test(
  'given a connection that was opened with an older token, when it is rejected, then the newer token is not renewed',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => of())
    bus.send({ type: 'storage/tokenFound', token: second })
    const message$ = m.hot('r', { r: { type: 'socket/sessionRejected', token: first } satisfies Message })
    m.expect(renewToken(reduced(bus, message$), deps)).toBeObservable('-')
  }),
)

test(
  'given another user’s token in the browser, when this tab’s token is due, then the other one is not used',
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept: { 'jwt-token': token('other', QUARTER_MS) } })
    const { deps, bus } = effectHarness(world, () => throwError(() => new Failed({ kind: 'offline' })))
    bus.send({ type: 'storage/tokenFound', token: first })
    m.expect(renewToken(reduced(bus, m.hot('d', { d: due })), deps)).toBeObservable('50ms f', {
      f: {
        type: 'api/renewToken.failed',
        input: { session: 'one' },
        failure: { kind: 'offline' },
        requestId: null,
        atMs: 50,
      },
    })
  }),
)

test(
  'given a renewed token, when it arrives, then it is stored and broadcast; a user who has signed out stays signed out',
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept: { 'jwt-token': first } })
    const { deps, bus } = effectHarness(world, () => of())
    bus.send({ type: 'storage/tokenFound', token: first })
    bus.send(succeeded(second))
    expect(selectToken(bus.read())).toBe(second)
    m.expect(persistToken(messagesFrom(m.hot('a', { a: succeeded(second) })), deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBe(second)
    expect(world.recordedCalls).toStrictEqual([`post ${JSON.stringify({ kind: 'tokenRenewed', token: second })}`])

    bus.send({ type: 'tab/signedOut' })
    bus.send(succeeded(token('one', 9)))
    expect(selectToken(bus.read())).toBeNull()
    bus.send({ type: 'storage/tokenFound', token: token('other', 9) })
    bus.send(succeeded(second))
    expect(selectToken(bus.read())).toBe(token('other', 9))
  }),
)
