import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Failure } from '../../../src/core/failure.ts'
import { session } from '../../../src/session/session.ts'
import {
  type Access,
  initialSession,
  type Login,
  type Session,
  type SessionEvent,
  tokenOf,
  transition,
  transitions,
} from '../../../src/session/transition.ts'

const tokenIn = (sid: string, number: number): string =>
  `h.${btoa(JSON.stringify({ sid, sub: sid, exp: number, number }))}.s`
const first = tokenIn('one', 1)
const second = tokenIn('one', 2)
const foreign = tokenIn('two', 1)
const signIn = 'lsp_waiting'

const apiError = (status: number, code: string): Failure => ({
  kind: 'apiError',
  status,
  code,
  message: '',
  fields: [],
})
const outcome = { input: {} as never, atMs: 0, requestId: null }
const failed = (name: 'readSignIn' | 'startSecondFactor' | 'completeSignIn' | 'renewToken', failure: Failure) =>
  ({ type: `api/${name}.failed`, ...outcome, failure }) as SessionEvent
const renewed = (token: string): SessionEvent => ({ type: 'api/renewToken.succeeded', ...outcome, response: { token } })
const callback = (code: string | null): SessionEvent => ({
  type: 'ui/callbackOpened',
  provider: 'github',
  code,
  error: null,
})
const press: SessionEvent = { type: 'ui/signInPressed', provider: 'github', intent: 'login', forAgent: false }

const unknown: Access = { kind: 'unknown' }
const out: Access = { kind: 'signedOut', endedMessage: null }
const ended: Access = { kind: 'signedOut', endedMessage: 'Over.' }
const signedIn: Access = { kind: 'signedIn', token: first }
const renewing: Access = { kind: 'renewing', token: first }
const none: Login = { kind: 'none' }
const atProvider: Login = { kind: 'atProvider' }
const exchanging: Login = { kind: 'exchanging' }
const pending: Login = { kind: 'factorPending', signIn }

const rows: [string, [Access, Login], SessionEvent, [Access, Login]][] = [
  ['a stored token signs in', [unknown, none], { type: 'storage/tokenFound', token: first }, [signedIn, none]],
  ['no stored token signs out', [unknown, none], { type: 'storage/tokenFound', token: null }, [out, none]],
  ['a press opens the provider', [ended, none], press, [ended, atProvider]],
  ['a code is exchanged', [out, none], callback('code'), [out, exchanging]],
  ['a callback without a code exchanges nothing', [out, none], callback(null), [out, none]],
  ['another login keeps the user signed in', [signedIn, none], callback('code'), [signedIn, exchanging]],
  [
    'a token ends the login',
    [ended, exchanging],
    { type: 'api/signedIn', token: first, isNew: true },
    [signedIn, none],
  ],
  ['a missing factor', [ended, exchanging], { type: 'api/signedIn', token: signIn, isNew: false }, [out, pending]],
  [
    'a missing factor of another login',
    [signedIn, exchanging],
    { type: 'api/signedIn', token: signIn, isNew: false },
    [signedIn, pending],
  ],
  ['a failed exchange', [signedIn, exchanging], { type: 'api/signInFailed', code: 'x' }, [signedIn, none]],
  ['another tab signed in', [out, pending], { type: 'tab/signedIn', token: first }, [signedIn, none]],
  [
    'another tab signs in during the wait',
    [out, atProvider],
    { type: 'tab/signedIn', token: first },
    [signedIn, atProvider],
  ],
  ['the wait ends', [out, atProvider], { type: 'timer/signInWaited' }, [out, none]],
  ['the end of the wait keeps a pending factor', [out, pending], { type: 'timer/signInWaited' }, [out, pending]],
  ['another tab needs a factor', [out, atProvider], { type: 'tab/secondFactorNeeded', signIn }, [out, pending]],
  ['a stored sign-in', [out, none], { type: 'storage/signInFound', signIn }, [out, pending]],
  ['the user logs in another way', [out, pending], { type: 'ui/secondFactorLeft' }, [out, none]],
  ['a sign-in that is over', [out, pending], failed('completeSignIn', apiError(403, 'signInOver')), [out, none]],
  [
    'one that is over by the first read',
    [out, pending],
    failed('readSignIn', apiError(403, 'signInOver')),
    [out, none],
  ],
  [
    'one that is over before a code',
    [out, pending],
    failed('startSecondFactor', apiError(403, 'signInOver')),
    [out, none],
  ],
  ['a wrong code', [out, pending], failed('completeSignIn', apiError(403, 'wrongCode')), [out, pending]],
  ['a lost response', [out, pending], failed('readSignIn', { kind: 'offline' }), [out, pending]],
  ['a due token', [signedIn, none], { type: 'timer/tokenDue' }, [renewing, none]],
  ['a rejected token', [signedIn, none], { type: 'api/tokenRejected', token: first }, [renewing, none]],
  ['a rejected connection', [signedIn, none], { type: 'socket/sessionRejected', token: first }, [renewing, none]],
  ['an older token that is rejected', [signedIn, none], { type: 'api/tokenRejected', token: second }, [signedIn, none]],
  ['nothing to renew', [out, none], { type: 'timer/tokenDue' }, [out, none]],
  ['a renewed token', [renewing, none], renewed(second), [{ kind: 'signedIn', token: second }, none]],
  [
    'another tab renewed it',
    [renewing, none],
    { type: 'tab/tokenRenewed', token: second },
    [{ kind: 'signedIn', token: second }, none],
  ],
  ['another user’s renewed token', [renewing, none], renewed(foreign), [renewing, none]],
  ['a renewed token after leaving', [out, none], renewed(second), [out, none]],
  [
    'a renewal that failed signs nobody out',
    [renewing, none],
    failed('renewToken', { kind: 'timedOut' }),
    [signedIn, none],
  ],
  ['signing out', [signedIn, pending], { type: 'ui/signOutPressed' }, [out, none]],
  ['another tab signed out', [renewing, atProvider], { type: 'tab/signedOut' }, [out, none]],
  ['another tab saw the session end', [signedIn, none], { type: 'tab/signedOut', message: 'Over.' }, [ended, none]],
  ['the session ended', [renewing, none], { type: 'api/sessionEnded', message: 'Over.' }, [ended, none]],
]

const stateOf = ([access, login]: [Access, Login]): Session => ({ access, login })

test.each(rows)('%s', (_, before, event, after) => {
  expect(transition(stateOf(before), event)).toStrictEqual(stateOf(after))
  expect(session.reduce(stateOf(before), event as never), 'the slice').toStrictEqual(stateOf(after))
})

test('every event has a row', () => {
  const shown = new Set(rows.map(([, , { type }]) => type))
  expect([...shown].toSorted()).toEqual(Object.keys(transitions).toSorted())
})

const token = fc.constantFrom(first, second, foreign, tokenIn('two', 2))
const failure = fc.constantFrom<Failure>(
  { kind: 'offline' },
  { kind: 'cancelled' },
  apiError(401, 'sessionEnded'),
  apiError(403, 'signInOver'),
)
const signOut: SessionEvent = { type: 'ui/signOutPressed' }
const arbitraryEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.option(token).map((found): SessionEvent => ({ type: 'storage/tokenFound', token: found })),
  fc.constantFrom(press, callback('code'), callback(null), signOut),
  fc
    .oneof(token, fc.constant(signIn))
    .map((found): SessionEvent => ({ type: 'api/signedIn', token: found, isNew: true })),
  token.map((found): SessionEvent => ({ type: 'tab/signedIn', token: found })),
  token.map((found): SessionEvent => ({ type: 'tab/tokenRenewed', token: found })),
  token.map((found): SessionEvent => ({ type: 'api/tokenRejected', token: found })),
  token.map((found): SessionEvent => ({ type: 'socket/sessionRejected', token: found })),
  token.map(renewed),
  fc
    .tuple(fc.constantFrom('readSignIn', 'startSecondFactor', 'completeSignIn', 'renewToken'), failure)
    .map(([name, why]) => failed(name, why)),
  fc.constantFrom<SessionEvent>(
    { type: 'api/signInFailed', code: 'x' },
    { type: 'timer/signInWaited' },
    { type: 'timer/tokenDue' },
    { type: 'tab/secondFactorNeeded', signIn },
    { type: 'storage/signInFound', signIn },
    { type: 'ui/secondFactorLeft' },
    { type: 'tab/signedOut' },
    { type: 'tab/signedOut', message: 'Over.' },
    { type: 'api/sessionEnded', message: 'Over.' },
  ),
)

/** The token that an event offers; only these may end up in the state. */
const offeredBy = (event: SessionEvent): string | null =>
  event.type === 'api/renewToken.succeeded' ? event.response.token : 'token' in event ? event.token : null

const userOf = (state: Session): string | null => {
  const found = tokenOf(state)
  return found === null ? null : JSON.parse(atob(found.split('.')[1] ?? '')).sub
}
const changesUser = new Set(['storage/tokenFound', 'api/signedIn', 'tab/signedIn'])

test('in any order of events, a state has at most one user, who comes only from a login or from storage', () => {
  fc.assert(
    fc.property(fc.array(arbitraryEvent, { maxLength: 40 }), (events) => {
      let state = initialSession
      for (const event of events) {
        const before = state
        state = transition(before, event)
        const held = JSON.stringify(state).match(/h\.[^"]+\.s/g) ?? []
        expect(held).toStrictEqual(tokenOf(state) === null ? [] : [tokenOf(state)])
        if (state.access.kind === 'signedOut' || state.access.kind === 'unknown') expect(held).toEqual([])
        if (tokenOf(state) !== tokenOf(before) && tokenOf(state) !== null) expect(tokenOf(state)).toBe(offeredBy(event))
        if (userOf(state) !== userOf(before) && userOf(state) !== null) expect(changesUser).toContain(event.type)
        expect(tokenOf(state)).not.toBe(signIn)
      }
      const left = transition(state, signOut)
      expect(left).toStrictEqual({ access: out, login: none })
    }),
  )
})

test('in any order of events, only signing out or an ended session signs a user out', () => {
  const leaving = new Set(['ui/signOutPressed', 'tab/signedOut', 'api/sessionEnded', 'storage/tokenFound'])
  fc.assert(
    fc.property(fc.array(arbitraryEvent, { maxLength: 40 }), (events) => {
      let state = initialSession
      for (const event of events) {
        const before = state
        state = transition(before, event)
        if (tokenOf(before) !== null && tokenOf(state) === null) expect(leaving).toContain(event.type)
      }
    }),
  )
})
