import { NEVER, type Observable, of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import {
  finishConnection,
  openConnection,
  redeemConnection,
  redirectToConnect,
} from '../../../effects/connections/connect-login.ts'
import type { Effect } from '../../../effects/deps.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const run = (
  effect: Effect,
  message: Message,
  start: Parameters<typeof fakeWorld>[1] = {},
  token: string | null = 'good',
  response: Observable<unknown> = NEVER,
) => {
  let recordedCalls: readonly string[] = []
  marbles((m) => {
    const world = fakeWorld(m.scheduler, start)
    const { deps, bus } = effectHarness(world, () => response)
    bus.send({ type: 'storage/tokenFound', token })
    m.expect(effect(messagesFrom(m.hot('-m', { m: message })), deps)).toBeObservable('-')
    m.flush()
    recordedCalls = world.recordedCalls
  })()
  return recordedCalls
}

test('a login is connected in a new tab, or in this tab where the browser blocks new tabs [A2.18, A2.37]', () => {
  const pressed: Message = { type: 'ui/connectPressed', provider: 'gitlab' }
  expect(run(openConnection, pressed)).toStrictEqual(['open /gitlab/new-login-connection'])
  expect(run(openConnection, pressed, { mayOpen: false })).toContain('leave /gitlab/new-login-connection')
})

test('after step-up, the page redirects to the API with the id of the session, never with the token, and replaces its history entry [A2.18, A7.42]', () => {
  const opened: Message = { type: 'ui/connectPageOpened', provider: 'google' }
  const claims = btoa(JSON.stringify({ sid: 'one', sub: 'person', exp: 1 }))
  const token = `h.${claims}.s`
  expect(run(redirectToConnect, opened, {}, token), 'no redirect before step-up').toStrictEqual([])
  expect(run(redirectToConnect, opened, {}, token, of({ message: '' }))).toStrictEqual([
    'leave http://localhost:4600/api/auth/google/new-login-connection?token=one instead',
  ])
  expect(run(redirectToConnect, opened, {}, null)).toStrictEqual([])
})

test(
  'given a user who does not confirm, when the page would redirect, then it stays and reports step_up_needed',
  marbles((m) => {
    const needed: Failure = { kind: 'apiError', status: 403, code: 'stepUpNeeded', message: 'Confirm.', fields: [] }
    const world = fakeWorld(m.scheduler)
    const { deps, bus, calls } = effectHarness(world, () => throwError(() => new Failed(needed)))
    bus.send({ type: 'storage/tokenFound', token: 'good' })
    const opened: Message = { type: 'ui/connectPageOpened', provider: 'gitlab' }
    m.expect(redirectToConnect(messagesFrom(m.hot('-o', { o: opened })), deps)).toBeObservable('-f', {
      f: { type: 'api/connectionFailed', code: 'step_up_needed' },
    })
    m.flush()
    expect(calls).toStrictEqual(['startLoginConnection'])
    expect(world.recordedCalls).toStrictEqual([])
  }),
)

test('the outcome is posted to the other tabs; a tab that cannot close continues to the login connections [A2.16]', () => {
  const connected: Message = { type: 'api/loginConnected', provider: 'github' }
  const returned = (error: string | null): Message => ({
    type: 'ui/connectionReturned',
    provider: 'github',
    code: null,
    error,
  })
  expect(run(finishConnection, connected)).toStrictEqual([
    'post {"kind":"loginConnected","provider":"github"}',
    'close',
    'go /user/settings/login-connections instead',
  ])
  expect(run(finishConnection, connected, { kept: { clone: 'x' } })).toStrictEqual([
    'go /user/settings/login-connections instead',
  ])
  expect(run(finishConnection, returned('new_connection_email_mismatch'))[0]).toBe(
    'post {"kind":"connectionFailed","code":"new_connection_email_mismatch"}',
  )
})

test(
  'given a code for a login, when its page opens, then the code is redeemed once; a rejected code connects nothing',
  marbles((m) => {
    const responses = [of({ message: '' }), throwError(() => new Failed({ kind: 'offline' }))]
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), () => responses.shift() ?? NEVER)
    const returned: Message = { type: 'ui/connectionReturned', provider: 'gitlab', code: 'code', error: null }
    m.expect(redeemConnection(messagesFrom(m.hot('r-r', { r: returned })), deps)).toBeObservable('c-f', {
      c: { type: 'api/loginConnected', provider: 'gitlab' },
      f: { type: 'api/connectionFailed', code: 'sign_in_failed' },
    })
    m.flush()
    expect(calls).toStrictEqual(['connectLogin', 'connectLogin'])
  }),
)
