import { of } from 'rxjs'
import { expect, test } from 'vitest'
import { openRegistration, persistReferralCode } from '../../../effects/referrals/referral-program.ts'
import { queriesInvalidatedByNotification } from '../../../src/calls/invalidation.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

test.each([
  ['/signup', '?referralCode=pier', 'pier'],
  ['/signup', '?ref=pier', 'pier'],
  ['/signup', '?ref=quay&referralCode=pier', 'pier'],
  ['/signup', '', 'before'],
  ['/signup', '?referralCode=', 'before'],
  ['/signup', `?referralCode=${'x'.repeat(101)}`, 'before'],
  ['/login', '?referralCode=pier', 'before'],
])('given the address %s%s, when it is opened, then the stored code is %s [A3.12]', (path, query, kept) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept: { referralCode: 'before' } })
    const { deps } = effectHarness(world, () => of({}))
    const moved: Message = { type: 'location/changed', path, query }
    m.expect(persistReferralCode(messagesFrom(m.hot('m', { m: moved })), deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('referralCode')).toBe(kept)
  })(),
)

test.each([
  ['/user/referral-registration', true, ['open /user/referral-registration']],
  ['https://forms.example/join', false, ['open https://forms.example/join', 'leave https://forms.example/join']],
  [null, true, []],
] as const)(
  'given the registration %j, when a user registers interest, then it is opened [A2.39]',
  (to, mayOpen, recordedCalls) =>
    marbles((m) => {
      const world = fakeWorld(m.scheduler, { mayOpen })
      const { deps, bus } = effectHarness(world, () => of({}))
      const response = { links: { referralRegistration: to } } as never
      bus.send({ type: 'ui/readConfig.subscribed', input: {} })
      bus.send({ type: 'api/readConfig.succeeded', input: {}, response, atMs: 0, requestId: null })
      openRegistration(
        messagesFrom(m.hot('p', { p: { type: 'ui/referralInterestPressed' } as Message })),
        deps,
      ).subscribe()
      m.flush()
      expect(world.recordedCalls).toEqual(recordedCalls)
    })(),
)

test('a notification about referrals, security or repositories invalidates their pages, and any other only the list', () => {
  const invalidated = (additionalData: Record<string, unknown>) =>
    queriesInvalidatedByNotification({ additionalData } as never)
  expect(invalidated({ subject: 'referral' })).toEqual(
    expect.arrayContaining(['readNotifications', 'readProfile', 'readReferrals', 'readCredits']),
  )
  expect(invalidated({ subject: 'security' })).toEqual(
    expect.arrayContaining(['readFactors', 'readSessions', 'readSecurityLog', 'readProfile']),
  )
  expect(invalidated({ subject: 'repositories' })).toEqual(
    expect.arrayContaining(['readGitAuthorizations', 'readSecurityLog']),
  )
  for (const other of [{}, { subject: 'weather' }, { payment: { processor: 'stripe', status: 'failed' } }])
    expect(invalidated(other)).toEqual(['readNotifications'])
})
