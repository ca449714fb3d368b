import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import type { Effect } from '../../../effects/deps.ts'
import {
  endCommunityFlow,
  loginFromCommunity,
  redirectFromMissingOrganization,
  startCommunityFlow,
} from '../../../effects/organizations/community.ts'
import { broadcastAuthorization } from '../../../effects/session/redirects.ts'
import { arriveSignedIn, finishSignIn } from '../../../effects/session/sign-in.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const after = (
  m: Marbles,
  effect: Effect,
  message: Message,
  start: Parameters<typeof fakeWorld>[1] = {},
  visited?: string,
) => {
  const world = fakeWorld(m.scheduler, start)
  if (visited !== undefined) world.sessionStorage.set('communityOrgName', visited)
  const { deps } = effectHarness(world, () => NEVER)
  m.expect(effect(messagesFrom(m.hot('-m', { m: message })), deps)).toBeObservable('-')
  m.flush()
  return world
}

test(
  'given a public organisation, when it is visited, then the community flow is stored until the user opens or selects an own organisation [A4.8, A4.5]',
  marbles((m) => {
    const world = after(m, startCommunityFlow, { type: 'ui/organizationVisited', username: 'harbour' })
    expect(world.sessionStorage.get('communityFlow')).toBe('true')
    expect(world.sessionStorage.get('communityOrgName')).toBe('harbour')
    for (const own of [
      { type: 'ui/organizationOpened', username: 'own' },
      { type: 'ui/organizationSelected', username: 'own', name: 'Own' },
    ] as const)
      expect(after(m, endCommunityFlow, own, {}, 'harbour').sessionStorage.keys()).toStrictEqual([])
  }),
)

test(
  'given a visitor of a public organisation, when they log in from there, then sign-in returns to the same page and keeps the flow [A4.3, A9.2]',
  marbles((m) => {
    const pressed: Message = { type: 'ui/communityLoginPressed', intent: 'signup' }
    const visitor = after(m, loginFromCommunity, pressed, { path: '/harbour/project/1', query: '?page=2' })
    expect(visitor.recordedCalls).toStrictEqual(['go /signup'])
    const kept = { referrer: 'community', referredFrom: '/harbour/project/1?page=2', logout: 'true' }
    expect(visitor.localStorage.get('referrer')).toBe(kept.referrer)
    expect(visitor.localStorage.get('referredFrom')).toBe(kept.referredFrom)

    const arrived = after(m, arriveSignedIn, { type: 'tab/signedIn', token: 't' }, { path: '/signup', kept })
    expect(arrived.recordedCalls).toStrictEqual(['go /harbour/project/1?page=2'])
    expect(arrived.sessionStorage.get('communityOrgName')).toBe('harbour')
    expect(arrived.localStorage.keys()).toStrictEqual([])
  }),
)

test(
  'given a referrer without an address, when another tab has signed in, then the choice of apps opens [A4.3]',
  marbles((m) => {
    const start = { path: '/login', kept: { referrer: 'true' } }
    expect(after(m, arriveSignedIn, { type: 'tab/signedIn', token: 't' }, start).recordedCalls).toStrictEqual([
      'go /choose-longshore-app',
    ])
  }),
)

test(
  'given no referrer, when another tab has signed in, then post-login opens with the query of the login page [A4.3, A2.2]',
  marbles((m) => {
    const start = { path: '/login', query: '?redirectUrl=/x' }
    expect(after(m, arriveSignedIn, { type: 'tab/signedIn', token: 't' }, start).recordedCalls).toStrictEqual([
      'go /post-login?redirectUrl=/x',
    ])
  }),
)

for (const [path, visited, recordedCalls] of [
  ['/harbour', 'harbour', []],
  ['/harbour/project/1', 'harbour', ['leave /harbour']],
  ['/harbour/project/1', 'another', ['go /login instead']],
  ['/harbour/project/1', undefined, ['go /login instead']],
] as const)
  test(
    `given ${path} of a missing organisation, after a visit to ${visited ?? 'none'}, then: ${recordedCalls[0] ?? 'it stays'} [A2.13, A2.22]`,
    marbles((m) => {
      const missing: Message = { type: 'ui/visitedOrganizationMissing', username: 'harbour' }
      expect(after(m, redirectFromMissingOrganization, missing, { path }, visited).recordedCalls).toStrictEqual(
        recordedCalls,
      )
    }),
  )

for (const [isNew, kind] of [
  [true, 'signedup'],
  [false, 'login_successful'],
] as const)
  test(
    `given an account that is ${isNew ? 'new' : 'known'}, when its token arrives, then ${kind} is posted to the other tabs [A4.3]`,
    marbles((m) => {
      const opened: Message = { type: 'api/signedIn', token: 't', isNew }
      expect(after(m, finishSignIn, opened).recordedCalls[0]).toBe(`post {"kind":"${kind}","token":"t"}`)
    }),
  )

test(
  'given a stored clone flag, when the token arrives, then this tab continues and posts nothing to the other tabs [A2.16]',
  marbles((m) => {
    const opened: Message = { type: 'api/signedIn', token: 't', isNew: true }
    const world = after(m, finishSignIn, opened, { kept: { clone: 'true' } })
    expect(world.recordedCalls).toStrictEqual(['go /post-login instead'])
    expect(world.localStorage.keys()).toStrictEqual(['jwt-token'])
  }),
)

test(
  'given an authorized git provider, when its page opens, then the tab posts to the channel and closes [A2.17]',
  marbles((m) => {
    expect(
      after(m, broadcastAuthorization, { type: 'ui/providerAuthorized', provider: 'gitlab' }).recordedCalls,
    ).toStrictEqual(['post "authorized-gitlab"', 'close'])
  }),
)
