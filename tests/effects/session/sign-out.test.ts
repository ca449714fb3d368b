import { of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import {
  detectSessionEnd,
  followOtherTabOut,
  redirectAfterSessionEnd,
  signOut,
} from '../../../effects/session/sign-out.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const kept = { 'jwt-token': 'secret', theme: 'light', 'selected-org': 'o', referralCode: 'r' }
const broadcast = 'post {"kind":"signedOut"}'

test(
  'given a signed-in user, when they sign out, then everything but the theme is removed and the session ends [A4.4]',
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept })
    const { deps, calls } = effectHarness(world, () => of({ message: 'ok' }))
    const pressed: Message = { type: 'ui/signOutPressed' }
    m.expect(signOut(messagesFrom(m.hot('-p', { p: pressed })), deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.keys()).toStrictEqual(['theme', 'logout'])
    expect(world.recordedCalls).toStrictEqual([broadcast, 'go /login'])
    expect(calls).toStrictEqual(['signOut  secret'])
  }),
)

test(
  'given an unreachable server, when signing out twice, then the user is signed out all the same',
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept })
    const { deps } = effectHarness(world, () => throwError(() => new Failed({ kind: 'offline' })))
    const pressed: Message = { type: 'ui/signOutPressed' }
    m.expect(signOut(messagesFrom(m.hot('-p-p', { p: pressed })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual([broadcast, 'go /login', broadcast, 'go /login'])
  }),
)

const SESSION_ENDED_MESSAGE = 'Your session has ended. Log in again.'
const apiError = (status: number): Failure => ({
  kind: 'apiError',
  status,
  code: 'sessionEnded',
  message: SESSION_ENDED_MESSAGE,
  fields: [],
})
const failed = (name: 'readProfile' | 'findOrganization', failure: Failure): Message =>
  ({ type: `api/${name}.failed`, input: {}, failure, atMs: 0, requestId: null }) as Message

test(
  'given a session, when a call that needs it fails with 401, then the session has ended; a public call ends nothing [A7.1, A4.4]',
  marbles((m) => {
    const world = fakeWorld(m.scheduler)
    const { bus, deps } = effectHarness(world, () => of())
    bus.send({ type: 'storage/tokenFound', token: 'secret' })
    const message$ = m.hot('-abcd', {
      a: failed('findOrganization', apiError(401)),
      b: failed('readProfile', apiError(403)),
      c: failed('readProfile', { kind: 'offline' }),
      d: failed('readProfile', apiError(401)),
    })
    m.expect(detectSessionEnd(messagesFrom(message$), deps)).toBeObservable('----e', {
      e: { type: 'api/sessionEnded', message: SESSION_ENDED_MESSAGE },
    })
  }),
)

test(
  'given an ended session, when it is detected, then the login page opens and the current address is stored [A7.1]',
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept, path: '/harbour/dashboard', query: '?page=2' })
    const { deps } = effectHarness(world, () => of())
    const ended: Message = { type: 'api/sessionEnded', message: SESSION_ENDED_MESSAGE }
    m.expect(redirectAfterSessionEnd(messagesFrom(m.hot('-e', { e: ended })), deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBeNull()
    expect(world.localStorage.get('referrer')).toBe('true')
    expect(world.localStorage.get('referredFrom')).toBe('/harbour/dashboard?page=2')
    expect(world.recordedCalls).toStrictEqual([
      `post {"kind":"signedOut","message":"${SESSION_ENDED_MESSAGE}"}`,
      'go /login',
    ])
  }),
)

test(
  'given another tab that signs out, when it is broadcast, then this tab signs out too',
  marbles((m) => {
    const world = fakeWorld(m.scheduler)
    const { deps } = effectHarness(world, () => of())
    const out: Message = { type: 'tab/signedOut' }
    m.expect(followOtherTabOut(messagesFrom(m.hot('-o', { o: out })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(['go /login'])
  }),
)
