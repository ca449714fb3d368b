import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { holdCredit } from '../../server/money/credit/hold-credit.ts'
import { spendCredit } from '../../server/money/credit/spend-credit.ts'
import { matureEarnings } from '../../server/referral/earnings/mature-earnings.ts'
import { settleFirstPurchase } from '../../server/referral/settle-first-purchase.ts'
import { referrals } from '../../server/store/schema.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { CreditEntry } from '../../src/contract/wire/money/credit.ts'
import { type CouponHarness, couponHarness, DOLLAR } from './coupon-harness.ts'
import { after, noon } from './ledger-harness.ts'
import type { TestUser } from './organization-harness.ts'

let harness: CouponHarness
let ada: TestUser
let organization: OrganizationId
let count = 0
beforeAll(async () => {
  harness = await couponHarness()
})
beforeEach(async () => {
  harness.clock.now = noon
  count += 1
  ada = await harness.user(`Ada ${count}`)
  organization = await harness.organization(ada, `Quay ${count}`)
})
afterAll(() => harness.close())

const admin = async (...args: string[]) => {
  const printed: string[] = []
  const write = (text: string) => void printed.push(text)
  const env = { DATABASE_URL: harness.store.url }
  const code = await runAdmin([...args, '--by', 'Grace'], { env, write, writeError: write })
  return { code, text: printed.join('') }
}
const sumOf = (entries: readonly CreditEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)
const entries = async (query = '', path = `organization/${organization}/credits/entries`) =>
  (await ada.call('GET', `${path}?${query}`)).body

test('operators create, list and end coupons, which is recorded', async () => {
  const created = await admin('coupons', 'create', 'spring-2030', '--percent', '20', '--up-to', '50', '--uses', '3')
  expect(created).toMatchObject({ code: 0, text: 'SPRING-2030\t20 % up to $50.00\tused 0 of 3\n' })
  expect(await admin('coupons', 'create', ' Spring-2030', '--amount', '5')).toMatchObject({ code: 2 })
  expect((await harness.redeem(ada, organization, 'spring-2030')).body.status).toBe('Pending')
  expect((await admin('coupons', 'list')).text).toContain('SPRING-2030\t20 % up to $50.00\tused 1 of 3\n')
  expect(await admin('coupons', 'end', 'spring-2030')).toMatchObject({ code: 0, text: 'Ended.\n' })
  expect(await admin('coupons', 'end', 'spring-2030')).toMatchObject({ text: 'Nothing changed.\n' })
  expect((await admin('coupons', 'create', '--amount', '2.5')).text).toMatch(/^[2-9A-Z]{12}\t\$2\.50\t/)
  expect((await admin('log')).text).toMatch(
    /Grace\tcoupon\.ended\t-\tSPRING-2030\n.*Grace\tcoupon\.created\t-\tSPRING-2030/s,
  )
})

test.each([
  [['SHORT', '--amount', '1']],
  [['NEITHER-NOR']],
  [['BOTH-OF-THEM', '--amount', '1', '--percent', '5']],
  [['TOO-MUCH-OF-IT', '--percent', '101']],
  [['NEGATIVE', '--amount=-1']],
  [['FLOATING', '--amount', '1e309']],
  [['NO-DATE-THERE', '--amount', '1', '--until', 'soon']],
  [['OVER-ALREADY', '--amount', '1', '--until', '2020-01-01']],
  [['NO-SUCH-ORG', '--amount', '1', '--org', 'nobodys']],
])('operators cannot create %j', async (args) => {
  expect((await admin('coupons', 'create', ...args)).code).toBe(2)
  expect((await admin('coupons')).text).not.toContain(`${args[0]}\t`)
})

test('wrong codes of a user, an organisation and an address are limited, and others go on', async () => {
  const guess = () => harness.redeem(ada, organization, 'GUESSED')
  for (let guesses = 0; guesses < 10; guesses += 1) expect((await guess()).body.error).toBe('invalidCoupon')
  const code = await harness.coupon()
  const right = { couponActivationCode: code, captchaToken: await harness.captchaToken() }
  expect(await ada.call('POST', `organization/${organization}/coupons/activate`, right)).toMatchObject({
    status: 429,
    body: { error: 'tooMany' },
  })
  const valid = `organization/${organization}/coupons/valid?couponActivationCode=${code}`
  expect((await ada.call('GET', valid)).status, 'nor can it be looked up').toBe(429)
  const colleague = await harness.user(`Colleague ${count}`)
  await harness.store.pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    organization,
    colleague.userId,
  ])
  expect((await harness.redeem(colleague, organization, code)).status, 'by way of a colleague').toBe(429)
  const outsider = await harness.user(`Outsider ${count}`)
  const other = await harness.organization(outsider, `Reef ${count}`)
  expect((await harness.redeem(outsider, other, code)).body.status).toBe('Success')
})

test('a captcha is needed for each redemption, and is valid once [P5.8]', async () => {
  const code = await harness.coupon({ maxUsesPerOrganization: null, maxUsesPerUser: null })
  const activate = (captchaToken?: string) =>
    ada.call('POST', `organization/${organization}/coupons/activate`, { couponActivationCode: code, captchaToken })
  const token = await harness.captchaToken()
  expect((await activate(token)).body.status).toBe('Success')
  for (const given of [token, '', 'solved'])
    expect(await activate(given)).toMatchObject({
      status: 400,
      body: { error: 'invalidCaptcha', message: 'Invalid captcha' },
    })
  expect((await activate()).status).toBe(400)
})

test('[A7.41] the credit is the sum of all bookings, and 0 before the first', async () => {
  const credits = async () => (await harness.credit(ada, organization)).credits
  expect(await credits()).toBe(0)
  await harness.buy(organization, 2.5)
  await harness.buy(organization, 1)
  expect(await credits()).toBe(3.5 * DOLLAR)
})

test('members see the credit, and cannot redeem, delete or convert; others see nothing [P6.1]', async () => {
  const member = await harness.user(`Member ${count}`)
  const dock = await harness.organization(ada, `Dock ${count}`, [[member, 'member']])
  const code = await harness.coupon({ percent: 10 })
  await harness.redeem(ada, dock, code)
  expect((await harness.credit(member, dock)).coupons).toMatchObject([{ code }])
  expect((await harness.redeem(member, dock, code)).status).toBe(403)
  expect((await member.call('DELETE', `organization/${dock}/credits?creditCoupon=${code}`)).status).toBe(403)
  expect((await member.call('POST', `organization/${dock}/credits/referral`, { amount: 1 })).status).toBe(403)
  const outsider = await harness.user(`Outsider ${count}`)
  for (const path of ['credits', 'credits/entries']) {
    expect((await outsider.call('GET', `organization/${dock}/${path}`)).status).toBe(404)
    expect((await harness.visit(`organization/${dock}/${path}`)).status).toBe(401)
  }
})

test('each amount is the sum of the entries behind it', async () => {
  await harness.buy(organization, 30)
  await harness.redeem(ada, organization, await harness.coupon({ creditDays: 10 }))
  const { db } = harness.store
  const cause = { kind: 'test', id: '1' }
  await db.transaction((tx) =>
    holdCredit(tx, {
      organizationId: organization,
      amount: BigInt(4 * DOLLAR),
      scopes: [],
      key: `hold/${count}`,
      cause,
      at: noon,
    }),
  )
  const spend = (dollars: number) =>
    db.transaction((tx) =>
      spendCredit(tx, [
        {
          organizationId: organization,
          amount: BigInt(dollars * DOLLAR),
          usedAt: noon,
          scopes: [],
          to: { kind: 'revenue', part: 'compute' },
          onShortfall: 'owe',
          key: `spend/${count}/${dollars}`,
          cause,
          at: noon,
        },
      ]),
    )
  await spend(9)
  await spend(30)
  const credit = await harness.credit(ada, organization)
  expect(credit).toMatchObject({ credits: 4 * DOLLAR, held: 4 * DOLLAR, owed: 3 * DOLLAR })
  expect(credit.lots).toMatchObject([
    { source: 'coupon', remaining: 4 * DOLLAR, held: 4 * DOLLAR, granted: 10 * DOLLAR, state: 'valid' },
    { source: 'purchase', remaining: 0, granted: 30 * DOLLAR, state: 'used' },
  ])
  expect(sumOf((await entries()).entries)).toBe(credit.credits)
  expect(sumOf((await entries('of=held')).entries)).toBe(credit.held)
  expect(sumOf((await entries('of=receivable')).entries)).toBe(-credit.owed)
  for (const { _id, remaining } of credit.lots) expect(sumOf((await entries(`lotId=${_id}`)).entries)).toBe(remaining)
  const [first, second] = [await entries('limit=2'), await entries('limit=2&skip=2')]
  expect(first.totalCount).toBe(second.totalCount)
  const numbers = [...first.entries, ...second.entries].map(({ number }) => number)
  expect(new Set(numbers).size).toBe(4)
  const mallory = await harness.user(`Mallory ${count}`)
  const reef = await harness.organization(mallory, `Reef ${count}`)
  const foreign = await mallory.call('GET', `organization/${reef}/credits/entries?lotId=${credit.lots[0]?._id}`)
  expect(foreign.body).toEqual({ entries: [], totalCount: 0 })
})

test('expired lots are last, and those with credit are in the order of spending', async () => {
  await harness.buy(organization, 5)
  for (const creditDays of [20, 5]) await harness.redeem(ada, organization, await harness.coupon({ creditDays }))
  const days = async () =>
    (await harness.credit(ada, organization)).lots.map(({ expiresAt, state }) => [expiresAt, state])
  const [soon, later] = [after(5).toISOString(), after(20).toISOString()]
  expect(await days()).toEqual([
    [soon, 'valid'],
    [later, 'valid'],
    [null, 'valid'],
  ])
  harness.clock.now = after(5)
  expect(await days()).toEqual([
    [later, 'valid'],
    [null, 'valid'],
    [soon, 'expired'],
  ])
})

/** A user whose purchase at noon earns Ada a tenth. */
const referred = async (dollars: number) => {
  const buyer = await harness.user(`Buyer ${count}`)
  const [referrerId, userId] = [ada.userId, buyer.userId] as UserId[]
  if (!referrerId || !userId) throw new Error('The users have no ids.')
  await harness.store.db.transaction(async (tx) => {
    await tx.insert(referrals).values({ referrerId, userId })
    const reference = `invoice/${count}`
    await settleFirstPurchase(tx, { userId, amountMicros: dollars * DOLLAR, reference, at: noon })
  })
}
const convert = (amount: number, user = ada, id = organization) =>
  user.call('POST', `organization/${id}/credits/referral`, { amount })
const referralCredit = async () => (await ada.call('GET', 'longshore-wallet/referral')).body

test('matured referral credit becomes credit of an organisation, one way [P9.11]', async () => {
  await referred(50)
  expect(await referralCredit()).toEqual({
    available: 0,
    pending: 5 * DOLLAR,
    nextMaturesAt: after(30).toISOString(),
  })
  expect(await convert(1)).toMatchObject({ status: 400, body: { fields: [{ field: 'amount' }] } })
  await matureEarnings(harness.store.db, after(30))
  harness.clock.now = after(31)
  expect(await referralCredit()).toEqual({ available: 5 * DOLLAR, pending: 0, nextMaturesAt: null })
  // A coupon that waits for the balance is applied with it.
  const waiting = await harness.coupon({ minBalance: BigInt(3 * DOLLAR) })
  expect((await harness.redeem(ada, organization, waiting)).body.status).toBe('Pending')
  const results = await Promise.all([convert(3 * DOLLAR), convert(3 * DOLLAR)])
  expect(results.map(({ status }) => status).sort()).toEqual([200, 400])
  const { credits, lots } = await harness.credit(ada, organization)
  expect(credits).toBe(13 * DOLLAR)
  expect(lots.map(({ source, granted }) => [source, granted]).sort()).toEqual([
    ['coupon', 10 * DOLLAR],
    ['referral', 3 * DOLLAR],
  ])
  expect(await referralCredit()).toMatchObject({ available: 2 * DOLLAR })
  expect(sumOf((await entries('', 'longshore-wallet/entries')).entries)).toBe(2 * DOLLAR)
  expect(sumOf((await entries('of=pending', 'longshore-wallet/entries')).entries)).toBe(0)
  const mallory = await harness.user(`Mallory ${count}`)
  expect((await convert(1, mallory)).status, 'an organisation of others').toBe(404)
  const reef = await harness.organization(mallory, `Reef ${count}`)
  expect((await convert(1, mallory, reef)).status, 'credit of others').toBe(400)
  for (const amount of [0, -1, 0.5, 2 ** 60]) expect((await convert(amount)).status).toBe(400)
  await harness.expectBalanced()
})

test('a token cannot convert the referral credit of its owner', async () => {
  const expiresAt = null
  const scopes = ['billing', 'read']
  const created = await ada.call('POST', 'api-keys', { name: 'bot', organizationId: organization, expiresAt, scopes })
  const response = await harness.app.inject({
    method: 'POST',
    url: `/api/organization/${organization}/credits/referral`,
    headers: { authorization: `Bearer ${created.body.apiKey.value}` },
    payload: { amount: 1 },
  })
  expect(response.json()).toMatchObject({ error: 'sessionNeeded' })
})

test('with billing off there are no coupons and no conversions', async () => {
  const off = await couponHarness('off')
  const user = await off.user('Ada')
  const id = await off.organization(user, 'Strand')
  const code = await off.coupon()
  const activation = { couponActivationCode: code, captchaToken: 'none' }
  const responses = [
    await user.call('POST', `organization/${id}/coupons/activate`, activation),
    await user.call('GET', `organization/${id}/coupons/valid?couponActivationCode=${code}`),
    await user.call('DELETE', `organization/${id}/credits?creditCoupon=${code}`),
    await user.call('POST', `organization/${id}/credits/referral`, { amount: 1 }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  await off.close()
})
