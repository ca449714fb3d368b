import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordReferral } from '../../server/referral/record-referral.ts'
import { settleFirstPurchase } from '../../server/referral/settle-first-purchase.ts'
import { referrals, users } from '../../server/store/schema.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: OrganizationHarness
let ada: TestUser
beforeAll(async () => {
  harness = await organizationHarness()
  ada = await harness.user('Ada')
})
afterAll(() => harness.close())

const arrives = async (name: string, code: string) => {
  await harness.app.inject(`/api/auth/github/signup?${new URLSearchParams({ sandbox_user: name, referralCode: code })}`)
  return harness.user(name)
}

test('a code with an invalid character is rejected before the redirect', async () => {
  const response = await harness.app.inject('/api/auth/github/signup?referralCode=a%00b')
  expect(response.statusCode).toBe(400)
  expect(response.json().fields).toMatchObject([{ field: 'referralCode' }])
})

test('[A3.1] [A7.18] a user is not in the programme, and has no code, before they join', async () => {
  expect((await ada.call('GET', 'profile')).body.user.preferences.referralEnabled).toBe(false)
  expect((await ada.call('GET', 'referral/code')).body).toEqual({ referralCode: null })
  expect(await ada.call('PATCH', 'referral', { code: 'ada' })).toMatchObject({
    status: 409,
    body: { error: 'notInReferral' },
  })
})

test('[A3.1] [A7.18] joining creates a code, and joining again changes nothing', async () => {
  const { body } = await ada.call('POST', 'referral/registration')
  expect(body.referralCode).toMatch(/^[a-z0-9]{8}$/)
  expect((await ada.call('POST', 'referral/registration')).body).toEqual(body)
  expect((await ada.call('GET', 'referral/code')).body).toEqual(body)
  expect((await ada.call('GET', 'profile')).body.user.preferences.referralEnabled).toBe(true)
  const notices = (await ada.call('GET', 'user-notification/paginated')).body.notifications
  expect(notices.filter(({ title }: { title: string }) => /You joined/.test(title))).toHaveLength(1)
})

test('[A7.19] [A5.2] a code can be changed to a free one of at most 100 characters', async () => {
  expect(await ada.call('PATCH', 'referral', { code: 'Ada.L_1-0' })).toMatchObject({
    status: 200,
    body: { referralCode: 'ada.l_1-0' },
  })
  expect((await ada.call('GET', 'referral/code')).body).toEqual({ referralCode: 'ada.l_1-0' })
  expect((await ada.call('PATCH', 'referral', { code: 'x'.repeat(100) })).status).toBe(200)
  for (const code of ['', '   ', 'x'.repeat(101), 'a b', 'a/b', 'ädä', '<b>'])
    expect((await ada.call('PATCH', 'referral', { code })).body.fields?.[0], code).toMatchObject({ field: 'code' })
  const other = await harness.user('Other')
  await other.call('POST', 'referral/registration')
  expect(await other.call('PATCH', 'referral', { code: 'X'.repeat(100) })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'code', message: 'This code is taken. Choose another.' }] },
  })
})

test('[A7.17] [A3.10] a sign-up with a code counts as referred, in any case, and the referrer is notified', async () => {
  await ada.call('PATCH', 'referral', { code: 'harbour' })
  const [bo, cy] = [await arrives('Bo', 'Harbour'), await arrives('Cy', ' harbour ')]
  await arrives('Dee', 'no-such-code')
  await arrives('Eve', `${'x'.repeat(99)}%`)
  const { body } = await ada.call('GET', 'referral')
  expect(body).toMatchObject({ totalCount: 2, pendingCount: 2 })
  expect(body.referrals).toMatchObject([
    { userId: cy.userId, amount: 0, paymentDone: false },
    { userId: bo.userId, amount: 0, paymentDone: false },
  ])
  expect((await ada.call('GET', 'referral?skip=1&limit=1')).body.referrals).toMatchObject([{ userId: bo.userId }])
  const notices = (await ada.call('GET', 'user-notification/paginated')).body.notifications
  expect(notices.filter(({ title }: { title: string }) => title === 'A user signed up with your code')).toHaveLength(2)
})

test('a settled referral is no longer pending, and no other user sees it', async () => {
  const [grace, cleo] = [await harness.user('Grace'), await harness.user('Cleo')]
  for (const [user, code] of [
    [grace, 'grace'],
    [cleo, 'cleo'],
  ] as const) {
    await user.call('POST', 'referral/registration')
    await user.call('PATCH', 'referral', { code })
  }
  const [hal] = [await arrives('Hal', 'grace'), await arrives('Ida', 'grace'), await arrives('Jo', 'cleo')]
  await harness.store.db.transaction((tx) =>
    settleFirstPurchase(tx, {
      userId: hal.userId as UserId,
      amountMicros: 20_000_000,
      reference: 'invoice/1',
      at: new Date(),
    }),
  )
  const { referrals: listed, ...counts } = (await grace.call('GET', 'referral')).body
  expect(counts).toEqual({ totalCount: 2, pendingCount: 1 })
  expect(listed).toMatchObject([
    { amount: 0, paymentDone: false },
    { userId: hal.userId, amount: 2_000_000, paymentDone: true },
  ])
  expect((await cleo.call('GET', 'referral')).body).toMatchObject({
    referrals: [{ amount: 0, paymentDone: false }],
    totalCount: 1,
    pendingCount: 1,
  })
})

test('a referral is permanent, and a former code refers nobody', async () => {
  await ada.call('PATCH', 'referral', { code: 'quay' })
  await arrives('Bo', 'quay')
  await arrives('Late', 'harbour')
  expect((await ada.call('GET', 'referral')).body.totalCount).toBe(2)
})

test('a user cannot be referred by themselves, by a banned user, or twice', async () => {
  const fay = await harness.user('Fay')
  await fay.call('POST', 'referral/registration')
  await fay.call('PATCH', 'referral', { code: 'fay' })
  await arrives('Fay', 'fay')
  await harness.store.db.transaction((tx) => recordReferral(tx, fay.userId as UserId, 'fay'))
  await harness.store.db.update(users).set({ bannedFor: 'fraud' }).where(eq(users.username, 'fay'))
  const gus = await arrives('Gus', 'fay')
  expect(
    await harness.store.db
      .select()
      .from(referrals)
      .where(eq(referrals.referrerId, fay.userId as never)),
  ).toEqual([])
  await arrives('Gus', 'quay')
  expect(
    await harness.store.db
      .select()
      .from(referrals)
      .where(eq(referrals.userId, gus.userId as never)),
  ).toEqual([])
})

test('[A7.20] [A3.10] a new user has no credit', async () => {
  expect((await ada.call('GET', 'longshore-wallet')).body).toEqual({
    credits: { total: 0, platform: 0, withdrawable: 0 },
  })
})

test('personal data is not returned to the user’s API tokens', async () => {
  const owner = await harness.user('Keeper')
  const organizationId = await harness.organization(owner, 'Keeping')
  const { body } = await owner.call('POST', 'api-keys', { name: 'deploys', organizationId, expiresAt: null })
  for (const path of ['referral', 'referral/code', 'longshore-wallet', 'withdrawal']) {
    const headers = { authorization: `Bearer ${body.apiKey.value}` }
    const response = await harness.app.inject({ url: `/api/${path}`, headers })
    expect([path, response.statusCode, response.json().error]).toEqual([path, 403, 'sessionNeeded'])
  }
})

test('[A7.23] [A9.4] the minimum withdrawal is configured by the installation', async () => {
  expect((await ada.call('GET', 'withdrawal/limit')).body).toEqual({ limit: 0.1, limitMicros: 100_000 })
  const other = await sessionHarness({ LONGSHORE_WITHDRAWAL_LIMIT: '12.5' })
  try {
    const user = await signedIn(other, 'Ada')
    expect((await user.call('GET', 'withdrawal/limit')).body).toEqual({ limit: 12.5, limitMicros: 12_500_000 })
  } finally {
    await other.close()
  }
})
