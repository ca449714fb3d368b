import { of } from 'rxjs'
import { expect, test } from 'vitest'
import { keepReferralCode } from '../../effects/referral/keep-referral-code.ts'
import { openRegistration } from '../../effects/referral/open-registration.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { readsToldBy } from '../../src/notifications/reads-told-by.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

test.each([
  ['/signup', '?referralCode=pier', 'pier'],
  ['/signup', '?ref=pier', 'pier'],
  ['/signup', '?ref=quay&referralCode=pier', 'pier'],
  ['/signup', '', 'before'],
  ['/signup', '?referralCode=', 'before'],
  ['/signup', `?referralCode=${'x'.repeat(101)}`, 'before'],
  ['/login', '?referralCode=pier', 'before'],
])('given the address %s%s, when it is opened, then the kept code is %s [A3.12]', (path, query, kept) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { kept: { referralCode: 'before' } })
    const { deps } = bench(world, () => of({}))
    const moved: Message = { type: 'location/changed', path, query }
    m.expect(keepReferralCode(messagesFrom(m.hot('m', { m: moved })), deps)).toBeObservable('-')
    m.flush()
    expect(world.localStorage.get('referralCode')).toBe(kept)
  })(),
)

test.each([
  ['/user/referral-registration', true, ['open /user/referral-registration']],
  ['https://forms.example/join', false, ['open https://forms.example/join', 'leave https://forms.example/join']],
  [null, true, []],
] as const)('given the registration %j, when somebody is interested, then it is opened [A2.39]', (to, mayOpen, deeds) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { mayOpen })
    const { deps, bus } = bench(world, () => of({}))
    const answer = { links: { referralRegistration: to } } as never
    bus.send({ type: 'ui/readConfig.wanted', input: {} })
    bus.send({ type: 'api/readConfig.answered', input: {}, answer, atMs: 0, ask: null })
    openRegistration(
      messagesFrom(m.hot('p', { p: { type: 'ui/referralInterestPressed' } as Message })),
      deps,
    ).subscribe()
    m.flush()
    expect(world.deeds).toEqual(deeds)
  })(),
)

test('a notification about referrals or security makes what their pages show old, and any other only the list', () => {
  const told = (additionalData: Record<string, unknown>) => readsToldBy({ additionalData } as never)
  expect(told({ subject: 'referral' })).toEqual(
    expect.arrayContaining(['readNotifications', 'readProfile', 'readReferrals', 'readCredits']),
  )
  expect(told({ subject: 'security' })).toEqual(
    expect.arrayContaining(['readFactors', 'readSessions', 'readSecurityLog', 'readProfile']),
  )
  for (const other of [{}, { subject: 'weather' }, { payment: { processor: 'stripe', status: 'failed' } }])
    expect(told(other)).toEqual(['readNotifications'])
})
