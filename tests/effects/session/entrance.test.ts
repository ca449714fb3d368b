import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import type { Effect } from '../../../effects/deps.ts'
import { redirectToProvider } from '../../../effects/session/redirects.ts'
import { finishSignIn, handleFailedSignIn, redirectToSignUp } from '../../../effects/session/sign-in.ts'
import { redirectToSignIn } from '../../../effects/session/sign-out.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

/** Returns the world after the effect has received one message. */
const after = (m: Marbles, effect: Effect, message: Message, start: Parameters<typeof fakeWorld>[1] = {}) => {
  const world = fakeWorld(m.scheduler, start)
  const { deps } = effectHarness(world, () => NEVER, 'https://api.example/v1/')
  m.expect(effect(messagesFrom(m.hot('-m', { m: message })), deps)).toBeObservable('-')
  m.flush()
  return world
}

test(
  'given a page that needs a session, when it is opened without one, then its address is stored and login replaces it [A2.22]',
  marbles((m) => {
    const start = { path: '/harbour/dashboard', query: '?page=2' }
    const world = after(m, redirectToSignIn, { type: 'ui/lockedPageOpened' }, start)
    expect(world.recordedCalls).toStrictEqual(['go /login instead'])
    expect(world.localStorage.get('referredFrom')).toBe('/harbour/dashboard?page=2')
  }),
)

test(
  'given a path that begins with two slashes, when it is stored, then it names no other host [A5.12]',
  marbles((m) => {
    const world = after(m, redirectToSignIn, { type: 'ui/lockedPageOpened' }, { path: '//evil.example/x' })
    expect(world.localStorage.get('referredFrom')).toBe('/evil.example/x')
  }),
)

test(
  'given a tab that cannot close, when its user is signed in, then it opens the stored address',
  marbles((m) => {
    const opened: Message = { type: 'api/signedIn', token: 'fresh', isNew: false }
    const world = after(m, finishSignIn, opened, { kept: { referredFrom: '/harbour/dashboard', referrer: 'true' } })
    expect(world.recordedCalls.at(-1)).toBe('go /harbour/dashboard instead')
    expect(world.localStorage.keys()).toStrictEqual(['jwt-token'])
  }),
)

test(
  'given a tab that cannot close, when its user has no account, then it opens sign-up [A8.13]',
  marbles((m) => {
    const opened: Message = { type: 'ui/callbackOpened', provider: 'github', code: null, error: 'user_not_found' }
    expect(after(m, handleFailedSignIn, opened).recordedCalls.at(-1)).toBe('go /signup instead')
  }),
)

for (const [code, path, recordedCalls] of [
  ['user_not_found', '/login', ['go /signup?redirectUrl=/x']],
  ['user_not_found', '/harbour/dashboard', []],
  ['sign_in_cancelled', '/login', []],
] as const)
  test(
    `given a tab at ${path}, when another tab posts ${code}, then it goes ${recordedCalls[0] ? 'to sign-up' : 'nowhere'} [A8.13]`,
    marbles((m) => {
      const world = after(m, redirectToSignUp, { type: 'tab/signInFailed', code }, { path, query: '?redirectUrl=/x' })
      expect(world.recordedCalls).toStrictEqual(recordedCalls)
    }),
  )

test(
  'given a stored referral code, when signing up, then it is passed on; when logging in, then it is not [A2.15]',
  marbles((m) => {
    const opened = (intent: 'login' | 'signup'): Message => ({
      type: 'ui/providerPageOpened',
      provider: 'google',
      intent,
      forAgent: false,
    })
    const kept = { referralCode: 'a b' }
    expect(after(m, redirectToProvider, opened('signup'), { kept }).recordedCalls).toStrictEqual([
      'leave https://api.example/v1/auth/google/signup?referralCode=a+b',
    ])
    expect(after(m, redirectToProvider, opened('login'), { kept }).recordedCalls).toStrictEqual([
      'leave https://api.example/v1/auth/google/login',
    ])
  }),
)
