import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overdrawn } from '../../server/money/booking.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import { convertEarnings } from '../../server/referral/earnings/convert-earnings.ts'
import { matureEarnings } from '../../server/referral/earnings/mature-earnings.ts'
import { takeBackEarnings } from '../../server/referral/earnings/take-back-earnings.ts'
import { settleFirstPurchase } from '../../server/referral/settle-first-purchase.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { members, organizations, referrals, users } from '../../server/store/schema.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { referralCreditMicros } from '../../src/rules/referral.ts'
import { isLongRun } from '../long-runs.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { after, noon } from './ledger-harness.ts'

const DOLLAR = 1_000_000

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await store.close()
  await database.close()
})

const createUsers = async (count: number): Promise<UserId[]> => {
  const rows = await store.db
    .insert(users)
    .values(Array.from({ length: count }, () => ({ username: randomUUID(), name: 'Ada' })))
    .returning({ id: users.id })
  return rows.map(({ id }) => id)
}
const organizationOf = async (userId: UserId): Promise<OrganizationId> => {
  const name = randomUUID()
  const newId = () => randomUUID() as OrganizationId
  const [row] = await store.db
    .insert(organizations)
    .values({ name, username: name, siteId: newId(), computeId: newId(), storageId: newId() })
    .returning()
  if (!row) throw new Error('The organisation was not created.')
  await store.db.insert(members).values({ organizationId: row.id, userId, role: 'owner' })
  return row.id
}
/** A referrer and a referred user whose first purchase settled at noon. */
const purchased = async (amountMicros: number) => {
  const [referrerId, userId] = (await createUsers(2)) as [UserId, UserId]
  await store.db.insert(referrals).values({ referrerId, userId })
  const reference = `invoice/${randomUUID()}`
  await store.db.transaction((tx) => settleFirstPurchase(tx, { userId, amountMicros, reference, at: noon }))
  return { referrerId, userId, reference }
}
const refund = (
  { userId, reference }: { userId: UserId; reference: string },
  refundedMicros: number,
  { name = `refund/${randomUUID()}`, at = after(1) } = {},
) => store.db.transaction((tx) => takeBackEarnings(tx, { userId, reference, refund: name, refundedMicros, at }))
const mature = (at: Date) => matureEarnings(store.db, at)
const convert = (userId: UserId, organizationId: OrganizationId, amount: number, key: string = randomUUID()) =>
  store.db.transaction((tx) =>
    convertEarnings(tx, { userId, organizationId, amount: BigInt(amount), key, at: after(40) }),
  )
const balances = async (userId: UserId) => ({
  pending: Number(await balanceOf(store.db, { kind: 'pendingReferralCredit', userId })),
  usable: Number(await balanceOf(store.db, { kind: 'referralCredit', userId })),
})

test('[P9.11] earnings are pending for 30 days, and are usable after', async () => {
  const { referrerId } = await purchased(20 * DOLLAR)
  await mature(new Date(after(30).getTime() - 1))
  expect(await balances(referrerId)).toEqual({ pending: 2 * DOLLAR, usable: 0 })
  await mature(after(30))
  expect(await balances(referrerId)).toEqual({ pending: 0, usable: 2 * DOLLAR })
  await mature(after(60))
  expect(await balances(referrerId)).toEqual({ pending: 0, usable: 2 * DOLLAR })
})

test('[P9.11] a refunded purchase takes pending earnings back', async () => {
  const purchase = await purchased(20 * DOLLAR)
  expect(await refund(purchase, 20 * DOLLAR)).toBe(2 * DOLLAR)
  await mature(after(30))
  expect(await balances(purchase.referrerId)).toEqual({ pending: 0, usable: 0 })
})

test('a partial refund leaves what the rest of the purchase earns', async () => {
  const purchase = await purchased(200 * DOLLAR)
  expect(await refund(purchase, 50 * DOLLAR)).toBe(0)
  expect(await refund(purchase, 70 * DOLLAR)).toBe(2 * DOLLAR)
  expect(await balances(purchase.referrerId)).toEqual({ pending: 8 * DOLLAR, usable: 0 })
  await expect(refund(purchase, 81 * DOLLAR)).rejects.toThrow(RangeError)
  expect(await refund(purchase, 80 * DOLLAR)).toBe(8 * DOLLAR)
})

test('a refund of another purchase, or one that is delivered twice, takes nothing', async () => {
  const purchase = await purchased(20 * DOLLAR)
  expect(await refund({ ...purchase, reference: 'invoice/other' }, DOLLAR)).toBe(0)
  const [alone] = (await createUsers(1)) as [UserId]
  expect(await refund({ userId: alone, reference: purchase.reference }, DOLLAR)).toBe(0)
  const twice = await Promise.all([1, 2].map(() => refund(purchase, 10 * DOLLAR, { name: 'refund/1' })))
  expect(twice.toSorted()).toEqual([0, DOLLAR])
  expect(await balances(purchase.referrerId)).toEqual({ pending: DOLLAR, usable: 0 })
})

test.each([0, -1, 0.5, Number.NaN])('a refund of %d micro-dollars is rejected', async (amount) => {
  const purchase = await purchased(20 * DOLLAR)
  await expect(refund(purchase, amount)).rejects.toThrow(RangeError)
})

test('a refund after 30 days takes back what is left, and never more', async () => {
  const purchase = await purchased(20 * DOLLAR)
  const organizationId = await organizationOf(purchase.referrerId)
  await mature(after(30))
  await convert(purchase.referrerId, organizationId, 1_500_000)
  expect(await refund(purchase, 20 * DOLLAR, { at: after(41) })).toBe(500_000)
  expect(await balances(purchase.referrerId)).toEqual({ pending: 0, usable: 0 })
  expect(await balanceOf(store.db, { kind: 'credit', organizationId })).toBe(1_500_000n)
})

test('[P9.11] only matured earnings become credit, of an organisation of their owner, once', async () => {
  const { referrerId } = await purchased(100 * DOLLAR)
  const organizationId = await organizationOf(referrerId)
  await expect(convert(referrerId, organizationId, DOLLAR)).rejects.toBeInstanceOf(Overdrawn)
  await mature(after(30))
  const key = randomUUID()
  const lots = await Promise.all([1, 2].map(() => convert(referrerId, organizationId, 4 * DOLLAR, key)))
  expect(lots[0]).toBe(lots[1])
  expect(await balances(referrerId)).toEqual({ pending: 0, usable: 6 * DOLLAR })
  const [friend] = (await createUsers(1)) as [UserId]
  await expect(convert(referrerId, await organizationOf(friend), DOLLAR)).rejects.toMatchObject({
    code: 'organizationNotFound',
  })
  await expect(convert(referrerId, organizationId, 7 * DOLLAR)).rejects.toBeInstanceOf(Overdrawn)
  await expect(convert(referrerId, organizationId, -1)).rejects.toThrow(RangeError)
})

test('earnings of a banned referrer stay pending until the ban ends', async () => {
  const { referrerId } = await purchased(20 * DOLLAR)
  await store.db.update(users).set({ bannedFor: 'fraud' }).where(eq(users.id, referrerId))
  await mature(after(31))
  expect(await balances(referrerId)).toEqual({ pending: 2 * DOLLAR, usable: 0 })
  await store.db.update(users).set({ bannedFor: null }).where(eq(users.id, referrerId))
  await mature(after(32))
  expect(await balances(referrerId)).toEqual({ pending: 0, usable: 2 * DOLLAR })
})

test('several control planes mature and refund at once, and each amount is usable or taken back once', async () => {
  const sample = fc.array(
    fc.record({
      paid: fc.integer({ min: 1, max: 200 * DOLLAR }),
      refunded: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(sample, async (all) => {
      const purchases = await Promise.all(all.map(({ paid }) => purchased(paid)))
      const refunds = all.map(({ paid, refunded }) => Math.floor(paid * refunded))
      await Promise.all([
        mature(after(30)),
        ...purchases.map((purchase, place) => refunds[place] && refund(purchase, refunds[place], { at: after(30) })),
        mature(after(30)),
      ])
      for (const [place, { referrerId }] of purchases.entries())
        expect(await balances(referrerId)).toEqual({
          pending: 0,
          usable: referralCreditMicros((all[place]?.paid ?? 0) - (refunds[place] ?? 0)),
        })
      const rows = await store.db
        .select({ amount: referrals.amountMicros })
        .from(referrals)
        .where(
          inArray(
            referrals.userId,
            purchases.map(({ userId }) => userId),
          ),
        )
      const kept = all.map(({ paid }, place) => referralCreditMicros(paid - (refunds[place] ?? 0)))
      expect(rows.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual(
        kept.toSorted((one, other) => one - other),
      )
    }),
    { numRuns: isLongRun ? 200 : 15 },
  )
  expect(await inSnapshot(store.url, checkLedger)).toEqual([])
}, 60_000)
