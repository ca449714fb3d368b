import { merge, NEVER, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import {
  arriveSignedIn,
  endSignInWait,
  exchangeCode,
  finishSignIn,
  handleFailedSignIn,
  openProvider,
  storeLoginQuery,
} from '../../../effects/session/sign-in.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { selectToken } from '../../../src/session/session.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]
type Start = Parameters<typeof fakeWorld>[1]

const setup = (m: Marbles, start: Start, diagram: string, message: Message) => {
  const world = fakeWorld(m.scheduler, start)
  const { deps } = effectHarness(world, () => NEVER)
  return { world, deps, messages: messagesFrom(m.hot(diagram, { m: message })) }
}

const opened = (code: string | null, error: string | null): Message => ({
  type: 'ui/callbackOpened',
  provider: 'github',
  code,
  error,
})

test(
  'given a code in the address, when its page opens, then it is exchanged once, and a second opening meanwhile is ignored',
  marbles((m) => {
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), () =>
      m.cold('---(a|)', { a: { token: 'fresh', isNew: true } }),
    )
    const messages = messagesFrom(m.hot('oo', { o: opened('code', null) }))
    m.expect(exchangeCode(messages, deps)).toBeObservable('---s', {
      s: { type: 'api/signedIn', token: 'fresh', isNew: true },
    })
    m.flush()
    expect(calls).toStrictEqual(['exchangeSignInCode'])
  }),
)

const failures: [string, Failure][] = [
  ['another browser’s code', { kind: 'apiError', status: 400, code: 'signInFailed', message: '', fields: [] }],
  ['an unreachable server', { kind: 'offline' }],
]
for (const [what, failure] of failures)
  test(
    `given ${what}, when it is exchanged, then sign-in fails, and the next code is still handled`,
    marbles((m) => {
      const { deps } = effectHarness(fakeWorld(m.scheduler), () => throwError(() => new Failed(failure)))
      const messages = messagesFrom(m.hot('o--o', { o: opened('code', null) }))
      m.expect(exchangeCode(messages, deps)).toBeObservable('f--f', {
        f: { type: 'api/signInFailed', code: 'sign_in_failed' },
      })
    }),
  )

test(
  'given an access token in the address, when its page opens, then it signs nobody in',
  marbles((m) => {
    const { deps, bus } = effectHarness(fakeWorld(m.scheduler), () => NEVER)
    bus.send({ type: 'storage/tokenFound', token: 'own' })
    bus.send(opened('eyJhbGciOiJIUzI1NiJ9.e30.x', null))
    m.expect(finishSignIn(messagesFrom(m.hot('o', { o: opened('eyJ.e30.x', null) })), deps)).toBeObservable('-')
    expect(selectToken(bus.read())).toBe('own')
  }),
)

const signedIn: Message = { type: 'tab/signedIn', token: 'fresh' }

test(
  'given another tab that signed in, when 100 ms have passed, then this tab opens the stored address [A9.2]',
  marbles((m) => {
    const start = { path: '/login', kept: { referredFrom: '/harbour/dashboard', referrer: 'true', logout: 'true' } }
    const { world, deps, messages } = setup(m, start, '-m', signedIn)
    m.expect(arriveSignedIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(['go /harbour/dashboard'])
    expect(m.scheduler.now()).toBe(101)
    expect(world.localStorage.keys()).toStrictEqual([])
  }),
)

test(
  'given a tab on another page, when another tab signs in, then it stays where it is',
  marbles((m) => {
    const { world, deps, messages } = setup(m, { path: '/harbour/dashboard' }, '-m', signedIn)
    m.expect(arriveSignedIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual([])
  }),
)

test(
  'given a user at the provider, when another tab has signed in, then the buttons are enabled 3 s later [A9.2]',
  marbles((m) => {
    const { deps, messages } = setup(m, {}, '-m 500ms m', signedIn)
    m.expect(endSignInWait(messages, deps)).toBeObservable('502ms 3s w', { w: { type: 'timer/signInWaited' } })
  }),
)

test(
  'given an exchanged code, when the token arrives, then the tab stores it, posts it to the others and closes',
  marbles((m) => {
    const entered: Message = { type: 'api/signedIn', token: 'fresh', isNew: false }
    const { world, deps, messages } = setup(m, { kept: { logout: 'true' } }, '-m', entered)
    m.expect(finishSignIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBe('fresh')
    expect(world.localStorage.get('logout')).toBeNull()
    expect(world.recordedCalls).toStrictEqual([
      'post {"kind":"login_successful","token":"fresh"}',
      'close',
      'go /post-login instead',
    ])
  }),
)

test(
  'given an error of the provider, when its page opens, then the code is posted to the other tabs and no token is stored',
  marbles((m) => {
    const { world, deps, messages } = setup(m, {}, '-m', opened(null, 'user_not_found'))
    m.expect(handleFailedSignIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBeNull()
    expect(world.recordedCalls[0]).toBe('post {"kind":"signInFailed","code":"user_not_found"}')
  }),
)

for (const mayOpen of [true, false]) {
  test(
    `given a browser that ${mayOpen ? 'allows' : 'blocks'} new tabs, when a button is pressed, then the provider opens`,
    marbles((m) => {
      const pressed: Message = { type: 'ui/signInPressed', provider: 'github', intent: 'login', forAgent: false }
      const { world, deps, messages } = setup(m, { mayOpen }, '-m', pressed)
      m.expect(openProvider(messages, deps)).toBeObservable('-')
      m.flush()
      expect(world.recordedCalls).toStrictEqual(
        mayOpen ? ['open /login/github'] : ['open /login/github', 'leave /login/github'],
      )
    }),
  )
}

const presses: Message[] = [
  { type: 'ui/signInPressed', provider: 'github', intent: 'login', forAgent: true },
  { type: 'ui/walletSignInPressed', id: 'phantom', chain: 'solana' },
]

for (const press of presses)
  test.each([
    ['go /post-login?app=skynet&redirectUrl=/x instead', { type: 'api/signedIn', token: 'fresh', isNew: false }],
    ['go /login?app=skynet&redirectUrl=/x instead', opened(null, 'denied')],
    ['go /signup?app=skynet&redirectUrl=/x instead', opened(null, 'user_not_found')],
  ] satisfies [string, Message][])(
    `given a sign-in that continues in the same tab (${press.type}), when the tab returns, then: %s [A4.2, A2.2]`,
    (expected, returned) =>
      marbles((m) => {
        const world = fakeWorld(m.scheduler, { path: '/login', query: '?app=skynet&redirectUrl=/x' })
        const { deps } = effectHarness(world, () => NEVER)
        const messages = messagesFrom(m.hot('pr 1s r', { p: press, r: returned }))
        const effects = [storeLoginQuery, finishSignIn, handleFailedSignIn]
        m.expect(merge(...effects.map((effect) => effect(messages, deps)))).toBeObservable('-')
        m.flush()
        const arrivals = world.recordedCalls.filter((done) => done.startsWith('go '))
        expect(arrivals).toStrictEqual([expected, expected.replace(/\?\S+/, '')])
      })(),
  )
