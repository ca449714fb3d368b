import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../server/money/ledger.ts'
import { settleFirstPurchase } from '../../server/referral/settle-first-purchase.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { referrals, users } from '../../server/store/schema.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { referralCreditMicros } from '../../src/rules/referral.ts'
import { type TestDatabase, testDatabase } from './database.ts'

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

const createUser = async (): Promise<UserId> => {
  const [row] = await store.db
    .insert(users)
    .values({ username: randomUUID(), name: 'Somebody' })
    .returning({ id: users.id })
  if (!row) throw new Error('The user was not created.')
  return row.id
}
const newReferral = async (referrerId?: UserId) => {
  const [from, userId] = [referrerId ?? (await createUser()), await createUser()]
  await store.db.insert(referrals).values({ referrerId: from, userId })
  return { referrerId: from, userId }
}
const settle = (userId: UserId, amountMicros: number, reference: string = randomUUID()) =>
  store.db.transaction((tx) => settleFirstPurchase(tx, { userId, amountMicros, reference, at: new Date() }))
const earnedBy = async (userId: UserId) => Number(await balanceOf(store.db, { kind: 'pendingReferralCredit', userId }))
const rowOf = async (userId: UserId) => (await store.db.select().from(referrals).where(eq(referrals.userId, userId)))[0]

test('[A9.4] the first settled purchase earns the referrer a tenth, and the referred user nothing', async () => {
  const { referrerId, userId } = await newReferral()
  expect(await settle(userId, 20 * DOLLAR)).toBe(2 * DOLLAR)
  expect(await earnedBy(referrerId)).toBe(2 * DOLLAR)
  expect(await earnedBy(userId)).toBe(0)
  expect(await rowOf(userId)).toMatchObject({ paymentDone: true, amountMicros: 2 * DOLLAR })
})

test('[A9.4] of any purchases, concurrent or in turn, repeated or rolled back, only the first settled one counts', async () => {
  const purchase = fc.record({
    amount: fc.integer({ min: 1, max: 300 * DOLLAR }),
    givenUp: fc.boolean(),
    isDeliveredTwice: fc.boolean(),
  })
  let earning = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(purchase, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      async (handfuls) => {
        const { referrerId, userId } = await newReferral()
        const lasting: number[] = []
        for (const handful of handfuls) {
          const outcomes = await Promise.allSettled(
            handful
              .flatMap((one) => (one.isDeliveredTwice ? [one, one] : [one]))
              .map(({ amount, givenUp }) =>
                store.db.transaction(async (tx) => {
                  const earned = await settleFirstPurchase(tx, {
                    userId,
                    amountMicros: amount,
                    reference: `sale/${amount}`,
                    at: new Date(),
                  })
                  if (givenUp) throw new Error('given up')
                  return { amount, earned }
                }),
              ),
          )
          for (const outcome of outcomes)
            if (outcome.status === 'fulfilled' && outcome.value.earned > 0) {
              expect(outcome.value.earned).toBe(referralCreditMicros(outcome.value.amount))
              lasting.push(outcome.value.earned)
            } else if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'given up' })
        }
        expect(lasting.length).toBeLessThanOrEqual(1)
        expect(await earnedBy(referrerId)).toBe(lasting[0] ?? 0)
        expect((await rowOf(userId))?.amountMicros).toBe(lasting[0] ?? 0)
        earning += lasting.length
      },
    ),
    { numRuns: 60 },
  )
  expect(earning).toBeGreaterThan(20)
})

test('several referred users earn one referrer credit concurrently', async () => {
  const referrerId = await createUser()
  const referred = await Promise.all(Array.from({ length: 8 }, () => newReferral(referrerId)))
  await Promise.all(referred.map(({ userId }, place) => settle(userId, (place + 1) * DOLLAR)))
  expect(await earnedBy(referrerId)).toBe(3_600_000)
})

test('a purchase too small for a micro-dollar of credit still counts as the first', async () => {
  const { referrerId, userId } = await newReferral()
  expect(await settle(userId, 9)).toBe(0)
  expect(await settle(userId, 100 * DOLLAR)).toBe(0)
  expect(await earnedBy(referrerId)).toBe(0)
})

test('a purchase earns nothing without a referrer, for oneself, or for a banned or deleted referrer', async () => {
  const alone = await createUser()
  expect(await settle(alone, 100 * DOLLAR)).toBe(0)
  await store.db.insert(referrals).values({ referrerId: alone, userId: alone })
  expect(await settle(alone, 100 * DOLLAR)).toBe(0)

  const banned = await newReferral()
  await store.db.update(users).set({ bannedFor: 'fraud' }).where(eq(users.id, banned.referrerId))
  expect(await settle(banned.userId, 100 * DOLLAR)).toBe(0)

  const left = await newReferral()
  await store.db.delete(users).where(eq(users.id, left.referrerId))
  expect(await settle(left.userId, 100 * DOLLAR)).toBe(0)
  for (const userId of [alone, banned.referrerId, left.referrerId]) expect(await earnedBy(userId)).toBe(0)
})

test.each([0, -1, 0.5, Number.NaN])('a purchase of %d micro-dollars is rejected', async (amount) => {
  const { userId } = await newReferral()
  await expect(settle(userId, amount)).rejects.toThrow(RangeError)
  expect(await rowOf(userId)).toMatchObject({ paymentDone: false })
})
