import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { endCoupon } from '../../server/admin/change-coupons.ts'
import { accountKey, creditOf, receivableOf } from '../../server/money/account.ts'
import { applyDueCoupons } from '../../server/money/coupons/coupon-job.ts'
import { redeemCoupon } from '../../server/money/coupons/redeem-coupon.ts'
import { lockOrganization } from '../../server/organizations/lock-organization.ts'
import type { Db } from '../../server/store/connection.ts'
import * as schema from '../../server/store/schema.ts'
import { organizations } from '../../server/store/schema.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { type CouponHarness, couponHarness, DOLLAR } from './coupon-harness.ts'
import { after, noon } from './ledger-harness.ts'
import { lockWaiters } from './lock-waiters.ts'
import type { TestUser } from './organization-harness.ts'
import { until } from './until.ts'

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
  // Each has guesses of their own.
  ada = await harness.user(`Ada ${count}`)
  organization = await harness.organization(ada, `Quay ${count}`)
})
afterAll(() => harness.close())

const redeem = (code: string) => harness.redeem(ada, organization, code)
const statusOf = async (code: string) => (await redeem(code)).body.status
const credit = () => harness.credit(ada, organization)
const balance = async () => (await credit()).credits / DOLLAR
const remove = (code: string, user = ada, id = organization) =>
  user.call('DELETE', `organization/${id}/credits?creditCoupon=${encodeURIComponent(code)}`)

test('an amount is granted at once, with its expiry, once for each organisation and user [P2.24] [P7.60]', async () => {
  const code = await harness.coupon({ creditDays: 30 })
  const redeemed = await redeem(`  ${code.toLowerCase()} `)
  const message = 'Promotion code applied successfully!'
  expect(redeemed).toMatchObject({ status: 200, body: { status: 'Success', message, amount: 10 * DOLLAR } })
  expect(await credit()).toMatchObject({
    credits: 10 * DOLLAR,
    coupons: [],
    lots: [{ source: 'coupon', couponCode: code, granted: 10 * DOLLAR, expiresAt: after(30).toISOString() }],
  })
  const again = await redeem(code)
  expect(again.body).toEqual({ status: 'Error', message: 'Not applicable!', amount: null })
  const other = await harness.organization(ada, 'Mole')
  expect((await harness.redeem(ada, other, code)).body.status, 'the same user elsewhere').toBe('Error')
  expect(await balance()).toBe(10)
  const targets = (await harness.audit(organization)).filter(({ action }) => action === 'credit.couponApplied')
  expect(targets).toMatchObject([{ target: `$10.00, ${code}` }])
  await harness.expectBalanced()
})

test('a percentage waits for the next purchase, and is granted once, up to its limit [P2.24] [P2.25]', async () => {
  await harness.buy(organization, 500)
  const code = await harness.coupon({ percent: 20, maxAmount: BigInt(15 * DOLLAR) })
  const message = 'Promotion code has been added in your Pending list'
  harness.clock.now = after(1)
  expect((await redeem(code)).body).toEqual({ status: 'Pending', message, amount: null })
  await harness.applyDue()
  expect(await credit()).toMatchObject({ credits: 500 * DOLLAR, coupons: [{ code, percent: 20, status: 'pending' }] })
  const second = await harness.coupon({ percent: 10 })
  harness.clock.now = new Date(after(1).getTime() + 1)
  expect(await statusOf(second)).toBe('Pending')
  harness.clock.now = after(2)
  await harness.buy(organization, 100)
  // Two control planes do this at the same time.
  await Promise.all([harness.applyDue(), harness.applyDue(), harness.applyDue()])
  expect(await balance(), '20 %, but at most $15').toBe(615)
  await harness.buy(organization, 50)
  await harness.applyDue()
  expect(await balance(), 'each purchase counts for one percentage').toBe(670)
  expect((await credit()).coupons).toEqual([])
  await harness.expectBalanced()
})

test('a coupon for the first purchase waits for it, and is not for organisations with an earlier one', async () => {
  const code = await harness.coupon({ firstPurchase: true, maxUsesPerUser: null })
  expect(await statusOf(code)).toBe('Pending')
  harness.clock.now = after(1)
  await harness.buy(organization, 1)
  await harness.applyDue()
  expect(await balance()).toBe(11)
  const other = await harness.organization(ada, 'Pier')
  await harness.buy(other, 1)
  expect((await harness.redeem(ada, other, code)).body.status).toBe('Error')
})

test('a coupon with a minimum balance is applied once it is reached', async () => {
  const code = await harness.coupon({ minBalance: BigInt(50 * DOLLAR) })
  const valid = await ada.call('GET', `organization/${organization}/coupons/valid?couponActivationCode=${code}`)
  expect(valid.body).toEqual({ valid: true, status: 'Pending' })
  expect(await statusOf(code)).toBe('Pending')
  await harness.buy(organization, 49)
  await harness.applyDue()
  expect(await balance()).toBe(49)
  await harness.buy(organization, 1)
  await harness.applyDue()
  expect(await balance()).toBe(60)
})

test('a coupon is over after its end, and not applicable before its start or to another organisation [P2.24]', async () => {
  const other = await harness.organization(ada, 'Wharf')
  const over = await harness.coupon({ endsAt: after(1) })
  const early = await harness.coupon({ startsAt: after(2) })
  const foreign = await harness.coupon({ organizationId: other, endsAt: after(1) })
  harness.clock.now = after(1)
  expect((await redeem(over)).body).toMatchObject({ status: 'Expired', message: 'Applied Coupon Expired!' })
  expect(await statusOf(early)).toBe('Error')
  expect(await statusOf(foreign), 'it does not say whether it is over').toBe('Error')
  const unknown = await redeem('NO-SUCH-CODE')
  expect(unknown).toMatchObject({ status: 400, body: { error: 'invalidCoupon' } })
  expect(await balance()).toBe(0)
})

test('a pending coupon expires with the coupon, unless the purchase was made before', async () => {
  const late = await harness.coupon({ percent: 10, endsAt: after(2) })
  const ended = await harness.coupon({ minBalance: 1n })
  const punctual = await harness.coupon({ percent: 50, endsAt: after(2) })
  for (const [place, code] of [punctual, late, ended].entries()) {
    harness.clock.now = new Date(noon.getTime() + place)
    expect(await statusOf(code)).toBe('Pending')
  }
  await endCoupon(harness.store.db, 'Grace', ended, noon)
  harness.clock.now = after(1)
  await harness.buy(organization, 10)
  harness.clock.now = after(3)
  await harness.buy(organization, 10)
  await harness.applyDue()
  const { credits, coupons } = await credit()
  expect(credits / DOLLAR).toBe(25)
  expect(coupons.map(({ code, status }) => [code, status])).toEqual([
    [late, 'expired'],
    [ended, 'expired'],
  ])
})

test('a deleted pending coupon can be redeemed again; an applied one cannot be deleted [P2.25] [P7.60]', async () => {
  const code = await harness.coupon({ percent: 10, maxUses: 1 })
  expect(await statusOf(code)).toBe('Pending')
  expect(await statusOf(code)).toBe('Error')
  const mallory = await harness.user('Mallory')
  const foreign = await harness.organization(mallory, 'Reef')
  expect((await remove(code, mallory)).status, 'an organisation of others').toBe(404)
  expect((await remove(code, mallory, foreign)).status, 'a coupon of others').toBe(404)
  expect((await remove(code)).status).toBe(200)
  expect((await remove(code)).status).not.toBe(200)
  expect(await statusOf(code)).toBe('Pending')
  harness.clock.now = after(1)
  await harness.buy(organization, 10)
  await harness.applyDue()
  expect(await remove(code)).toMatchObject({ status: 409, body: { error: 'couponApplied' } })
  expect(await balance()).toBe(11)
})

test('a coupon with 10 uses is used exactly 10 times by 50 organisations at once', async () => {
  const code = await harness.coupon({ maxUses: 10, maxUsesPerUser: null })
  // A connection for each transaction, which waits for the others as long as it takes.
  const pool = new pg.Pool({ connectionString: harness.store.url, max: 24 })
  onTestFinished(() => pool.end())
  const db: Db = drizzle(pool, { schema, casing: 'snake_case' })
  const newId = () => randomUUID() as OrganizationId
  const berths = Array.from({ length: 50 }, (_, place) => ({
    name: `Berth ${place}`,
    username: randomUUID(),
    siteId: newId(),
    computeId: newId(),
    storageId: newId(),
  }))
  const created = await db.insert(organizations).values(berths).returning({ id: organizations.id })
  const redeemedBy = { userId: ada.userId as UserId, apiKeyName: null, address: '10.0.0.1' }
  const results = await Promise.all(
    created.map(({ id }) =>
      db.transaction(async (tx) => {
        await lockOrganization(tx, id)
        return redeemCoupon(tx, { organizationId: id, redeemedBy, code, at: noon })
      }),
    ),
  )
  const statuses = results.map(({ status }) => status)
  expect(statuses.filter((status) => status === 'Error')).toHaveLength(40)
  expect(statuses.filter((status) => status === 'Success')).toHaveLength(10)
  const { rows } = await harness.store.pool.query(
    `select c.uses, count(r.*)::int as redemptions, (
       select sum(e.amount)::text from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       join coupon_redemption own on t.key = 'coupon/' || own.id and own.coupon_id = c.id where e.amount > 0
     ) as granted from coupon c join coupon_redemption r on r.coupon_id = c.id where c.code = $1 group by c.id`,
    [code],
  )
  expect(rows).toEqual([{ uses: 10, redemptions: 10, granted: String(100 * DOLLAR) }])
  await harness.expectBalanced()
})

test('one redemption at a time of the same organisation, and a repeated request redeems once', async () => {
  const code = await harness.coupon({ maxUsesPerUser: null })
  const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => harness.captchaToken()))
  const results = await Promise.all(
    tokens.map((captchaToken) =>
      ada.call('POST', `organization/${organization}/coupons/activate`, { couponActivationCode: code, captchaToken }),
    ),
  )
  expect(results.map(({ body }) => body.status).sort()).toEqual(['Error', 'Error', 'Error', 'Error', 'Success'])
  const twice = await harness.coupon({ maxUsesPerOrganization: null, maxUsesPerUser: null })
  const payload = { couponActivationCode: twice, captchaToken: await harness.captchaToken() }
  const send = () =>
    harness.app.inject({
      method: 'POST',
      url: `/api/organization/${organization}/coupons/activate`,
      headers: { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'press-1' },
      payload,
    })
  const [first, second] = await Promise.all([send(), send()])
  expect([first?.json().status, second?.json().status]).toEqual(['Success', 'Success'])
  expect(await balance()).toBe(20)
})

test('what fails while a coupon is applied grants nothing, and is repeated', async () => {
  const code = await harness.coupon({ percent: 10 })
  expect(await statusOf(code)).toBe('Pending')
  harness.clock.now = after(1)
  await harness.buy(organization, 10)
  const { pool } = harness.store
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`)
  await pool.query('create trigger fail before update on coupon_redemption for each row execute function fail()')
  await expect(applyDueCoupons(harness.store.db, harness.clock.now)).rejects.toThrow()
  await pool.query('drop function fail cascade')
  expect(await balance()).toBe(10)
  await harness.applyDue()
  expect(await balance()).toBe(11)
})

test('metering, which locks accounts in the order of their ids, never waits in a circle with a redemption', async () => {
  const { pool } = harness.store
  const keys = [creditOf(organization), receivableOf(organization)].map(accountKey)
  // The account of what is owed comes first.
  await pool.query(
    `insert into ledger_account (id, kind, organization_id, currency, created_at) values
       (('ffffffff-0000-4000-8000-' || right($1::text, 12))::uuid, 'credit', $1::uuid, 'USD', now()),
       (('00000000-0000-4000-8000-' || right($1::text, 12))::uuid, 'receivable', $1::uuid, 'USD', now())`,
    [organization],
  )
  const lock = 'select id from ledger_account where key = $1 for no key update'
  const code = await harness.coupon()
  const captchaToken = await harness.captchaToken()
  const metering = await pool.connect()
  await metering.query('begin')
  await metering.query(lock, [keys[1]])
  const redeemed = ada.call('POST', `organization/${organization}/coupons/activate`, {
    couponActivationCode: code,
    captchaToken,
  })
  await until(async () => (await lockWaiters(pool)) > 0)
  await metering.query(`${lock} nowait`, [keys[0]])
  await metering.query('commit')
  metering.release()
  expect((await redeemed).body.status).toBe('Success')
})
