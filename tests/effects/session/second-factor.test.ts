import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import {
  arriveWithFactor,
  findPendingSignIn,
  finishSignIn,
  forgetPendingSignIn,
  openSecondFactor,
} from '../../../effects/session/sign-in.ts'
import { readLogin, updateLogin } from '../../../effects/session/stored-session.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { selectPendingSignIn, selectToken } from '../../../src/session/session.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const setup = (m: Marbles, path: string, message: Message) => {
  const world = fakeWorld(m.scheduler, { path })
  const { deps, bus } = effectHarness(world, () => NEVER)
  return { world, deps, bus, messages: messagesFrom(m.hot('-m', { m: message })) }
}

const signIn = 'lsp_waiting'

test(
  'given a login without its second factor, when a provider redirects back, then no token is stored and the other tabs are notified',
  marbles((m) => {
    const opened: Message = { type: 'api/signedIn', token: signIn, isNew: false }
    const { world, deps, bus, messages } = setup(m, '/callback/github', opened)
    bus.send(opened)
    m.expect(finishSignIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBe(null)
    expect(selectToken(bus.read())).toBeNull()
    expect(selectPendingSignIn(bus.read())).toBe(signIn)
    expect(world.recordedCalls).toEqual([
      'post {"kind":"secondFactorNeeded","signIn":"lsp_waiting"}',
      'close',
      'go /login/verify instead',
    ])
  }),
)

test(
  'given another tab that needs a second factor, when this one is signing in too, then it opens the second step; any other page stays',
  marbles((m) => {
    const needed: Message = { type: 'tab/secondFactorNeeded', signIn }
    const here = setup(m, '/login', needed)
    const elsewhere = setup(m, '/harbour/dashboard', needed)
    m.expect(openSecondFactor(here.messages, here.deps)).toBeObservable('-')
    m.expect(openSecondFactor(elsewhere.messages, elsewhere.deps)).toBeObservable('-')
    m.flush()
    expect(here.world.recordedCalls).toEqual(['go /login/verify'])
    expect(readLogin(here.world).signIn).toBe(signIn)
    expect(elsewhere.world.recordedCalls).toEqual([])
  }),
)

test(
  'given the page of the second step, when it is reloaded, then it continues with the stored sign-in, or returns to login',
  marbles((m) => {
    const opened: Message = { type: 'ui/secondFactorOpened' }
    const kept = setup(m, '/login/verify', opened)
    updateLogin(kept.world, { signIn })
    const lost = setup(m, '/login/verify', opened)
    m.expect(findPendingSignIn(kept.messages, kept.deps)).toBeObservable('-f', {
      f: { type: 'storage/signInFound', signIn },
    })
    m.expect(findPendingSignIn(lost.messages, lost.deps)).toBeObservable('-')
    m.flush()
    expect(lost.world.recordedCalls).toEqual(['go /login instead'])
  }),
)

test(
  'given a pending sign-in that the server no longer has, when it is rejected, then it is removed',
  marbles((m) => {
    const failure = { kind: 'apiError', status: 403, code: 'signInOver', message: 'Over.', fields: [] } as const
    const failed = { type: 'api/completeSignIn.failed', input: {}, failure, atMs: 0, requestId: null } as never
    const { world, deps, bus, messages } = setup(m, '/login/verify', failed)
    updateLogin(world, { signIn })
    bus.send({ type: 'storage/signInFound', signIn })
    bus.send(failed)
    m.expect(forgetPendingSignIn(messages, deps)).toBeObservable('-')
    m.flush()
    expect(selectPendingSignIn(bus.read())).toBe(null)
    expect(world.sessionStorage.keys()).toEqual([])
    expect(world.recordedCalls).toEqual(['go /login instead'])
  }),
)

test(
  'given a valid second factor, when the session starts, then the token is stored and broadcast to the other tabs',
  marbles((m) => {
    const succeeded = {
      type: 'api/completeSignIn.succeeded',
      input: {},
      response: { token: 'fresh' },
      atMs: 0,
      requestId: null,
    }
    const { world, deps, messages } = setup(m, '/login/verify', succeeded as never)
    m.expect(arriveWithFactor(messages, deps)).toBeObservable('-s', { s: { type: 'tab/signedIn', token: 'fresh' } })
    m.flush()
    expect(world.localStorage.get('jwt-token')).toBe('fresh')
    expect(world.recordedCalls).toEqual(['post {"kind":"login_successful","token":"fresh"}'])
  }),
)
