import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overdrawn } from '../../server/money/booking.ts'
import { expireLots } from '../../server/money/credit/expire-lots.ts'
import { convertReferralCredit } from '../../server/money/credit/grant-lot.ts'
import { type HoldChange, refillHold, releaseHold, takeFromHold } from '../../server/money/credit/hold-credit.ts'
import { spendCredit } from '../../server/money/credit/spend-credit.ts'
import { entriesOf } from '../../server/money/entries-of.ts'
import { availableIn, balanceOf } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { after, type LedgerHarness, ledgerHarness, noon } from './ledger-harness.ts'

let harness: LedgerHarness
beforeAll(async () => {
  harness = await ledgerHarness()
})
afterAll(() => harness.close())

const compute = { kind: 'revenue', part: 'compute' } as const
const cause = { kind: 'test', id: '1' }
const change = (holdId: string, amount: bigint): HoldChange => ({ holdId, amount, key: randomUUID(), cause, at: noon })
const inTransaction = <T>(run: Parameters<typeof harness.store.db.transaction<T>>[0]) =>
  harness.store.db.transaction(run)
const take = (holdId: string, amount: bigint, usedAt = noon) =>
  inTransaction((tx) => takeFromHold(tx, { ...change(holdId, amount), usedAt, to: compute }))
const held = async (holdId: string) => {
  const { rows } = await harness.store.pool.query('select remaining::text from ledger_hold where id = $1', [holdId])
  return BigInt(rows[0].remaining)
}

test('spending takes the lot that expires first, then bound ones, then general ones', async () => {
  const id = harness.organization()
  const general = await harness.grant(id, 10n)
  const bound = await harness.grant(id, 10n, { scope: 'project/a' })
  const elsewhere = await harness.grant(id, 10n, { scope: 'project/b' })
  const expiring = await harness.grant(id, 10n, { expiresAt: after(5) })
  await harness.spend(id, 25n, { scopes: ['project/a'] })
  expect(await harness.remaining(expiring, bound, general, elsewhere)).toEqual([0n, 0n, 5n, 10n])
  await expect(harness.spend(id, 6n, { scopes: ['project/a'] })).rejects.toBeInstanceOf(Overdrawn)
  await harness.spend(id, 15n, { scopes: ['project/b'] })
  expect(await balanceOf(harness.store.db, { kind: 'credit', organizationId: id })).toBe(0n)
})

test('use spends the lots that were valid when it happened, not when it is booked', async () => {
  const id = harness.organization()
  const past = await harness.grant(id, 10n, { expiresAt: after(1) })
  const later = await harness.grant(id, 10n, { validFrom: after(2) })
  await harness.spend(id, 4n, { usedAt: noon, at: after(9) })
  expect(await harness.remaining(past, later)).toEqual([6n, 10n])
  await harness.spend(id, 4n, { usedAt: after(3), at: after(9) })
  expect(await harness.remaining(past, later)).toEqual([6n, 6n])
  // A lot is not valid any more at the moment when it expires.
  await expect(harness.spend(id, 1n, { usedAt: after(1) })).rejects.toBeInstanceOf(Overdrawn)
})

test('what credit does not cover is owed, where that is allowed', async () => {
  const id = harness.organization()
  await harness.grant(id, 10n)
  await harness.spend(id, 14n, { onShortfall: 'owe' })
  expect(await balanceOf(harness.store.db, { kind: 'credit', organizationId: id })).toBe(0n)
  expect(await balanceOf(harness.store.db, { kind: 'receivable', organizationId: id })).toBe(-4n)
})

test('spending that is repeated is booked once, whatever the lots are by then, and its key serves nothing else', async () => {
  const id = harness.organization()
  const key = randomUUID()
  await harness.grant(id, 10n)
  expect(await harness.spend(id, 10n, { key })).toBe(true)
  const other = await harness.grant(id, 10n)
  expect(await harness.spend(id, 10n, { key })).toBe(false)
  expect(await harness.remaining(other)).toEqual([10n])
  for (const different of [{ amount: 9n }, { to: { kind: 'revenue', part: 'addOn' } as const }])
    await expect(harness.spend(id, 10n, { key, ...different })).rejects.toThrow(/Something else/)
  await expect(harness.spend(harness.organization(), 10n, { key })).rejects.toThrow(/Something else/)
  const grantKey = randomUUID()
  const lot = await harness.grant(id, 5n, { key: grantKey })
  expect(await harness.grant(id, 5n, { key: grantKey })).toBe(lot)
  await expect(harness.grant(id, 6n, { key: grantKey })).rejects.toThrow(/Something else/)
})

test('several spendings at once share the lots', async () => {
  const [one, other] = [harness.organization(), harness.organization()]
  const lots = [await harness.grant(one, 10n), await harness.grant(other, 3n)]
  const spendings = [4n, 5n].flatMap((amount) =>
    [one, other].map((organizationId) => ({
      organizationId,
      amount,
      usedAt: noon,
      at: noon,
      scopes: [],
      to: compute,
      onShortfall: 'owe' as const,
      key: randomUUID(),
      cause,
    })),
  )
  await inTransaction((tx) => spendCredit(tx, spendings))
  expect(await harness.remaining(...lots)).toEqual([1n, 0n])
  expect(await balanceOf(harness.store.db, { kind: 'receivable', organizationId: other })).toBe(-6n)
  const again = await inTransaction((tx) => spendCredit(tx, spendings))
  expect(again.map(({ isNew }) => isNew)).toEqual([false, false, false, false])
})

test.each([0n, -5n])('an amount of %d is not spent, held, granted or taken', async (amount) => {
  const id = harness.organization()
  await harness.grant(id, 10n)
  const hold = await harness.hold(id, 5n)
  for (const attempt of [
    () => harness.spend(id, amount),
    () => harness.grant(id, amount),
    () => harness.hold(id, amount),
    () => take(hold, amount),
    () => inTransaction((tx) => refillHold(tx, change(hold, amount))),
    () => inTransaction((tx) => releaseHold(tx, change(hold, amount))),
  ])
    await expect(attempt()).rejects.toThrow(RangeError)
})

test('held credit is not available, pays what it was held for, and is given back', async () => {
  const id = harness.organization()
  const credit = { kind: 'credit', organizationId: id } as const
  const lot = await harness.grant(id, 10n)
  const hold = await harness.hold(id, 6n)
  expect(await availableIn(harness.store.db, credit)).toBe(4n)
  await expect(harness.spend(id, 5n)).rejects.toBeInstanceOf(Overdrawn)
  await take(hold, 2n)
  expect([await held(hold), await harness.remaining(lot)]).toEqual([4n, [8n]])
  await inTransaction((tx) => refillHold(tx, change(hold, 3n)))
  expect([await held(hold), await availableIn(harness.store.db, credit)]).toEqual([7n, 1n])
  await expect(inTransaction((tx) => refillHold(tx, change(hold, 2n)))).rejects.toBeInstanceOf(Overdrawn)
  await expect(take(hold, 8n)).rejects.toBeInstanceOf(Overdrawn)
  await inTransaction((tx) => releaseHold(tx, change(hold, 7n)))
  expect([await held(hold), await availableIn(harness.store.db, credit)]).toEqual([0n, 8n])
  await expect(inTransaction((tx) => releaseHold(tx, change(hold, 1n)))).rejects.toBeInstanceOf(Overdrawn)
  expect((await entriesOf(harness.store.db, { holdId: hold })).map(({ amount }) => amount)).toEqual([6n, -2n, 3n, -7n])
})

test('each change of a hold happens once', async () => {
  const id = harness.organization()
  await harness.grant(id, 100n)
  const key = randomUUID()
  const hold = await harness.hold(id, 20n, { key })
  expect(await harness.hold(id, 20n, { key })).toBe(hold)
  await expect(harness.hold(id, 21n, { key })).rejects.toThrow(/Something else/)
  for (const operation of [refillHold, releaseHold]) {
    const one = change(hold, 5n)
    const before = await held(hold)
    expect((await inTransaction((tx) => operation(tx, one))).isNew).toBe(true)
    expect((await inTransaction((tx) => operation(tx, one))).isNew).toBe(false)
    expect(await held(hold)).toBe(operation === refillHold ? before + 5n : before - 5n)
    await expect(inTransaction((tx) => operation(tx, { ...one, amount: 6n }))).rejects.toThrow(/Something else/)
  }
  const use = { ...change(hold, 5n), usedAt: noon, to: compute }
  expect((await inTransaction((tx) => takeFromHold(tx, use))).isNew).toBe(true)
  expect((await inTransaction((tx) => takeFromHold(tx, use))).isNew).toBe(false)
  await expect(inTransaction((tx) => takeFromHold(tx, { ...use, amount: 4n }))).rejects.toThrow(/Something else/)
  await expect(take(randomUUID(), 1n)).rejects.toThrow(RangeError)
})

test('a hold pays from its lots that were valid at the time of use, and gives back what would be used last', async () => {
  const id = harness.organization()
  const expiring = await harness.grant(id, 5n, { expiresAt: after(1) })
  const general = await harness.grant(id, 5n)
  const hold = await harness.hold(id, 8n)
  await take(hold, 1n, after(2))
  expect(await harness.remaining(expiring, general)).toEqual([5n, 4n])
  await expect(take(hold, 3n, after(2))).rejects.toBeInstanceOf(Overdrawn)
  await inTransaction((tx) => releaseHold(tx, change(hold, 3n)))
  await expect(take(hold, 1n, after(2))).rejects.toBeInstanceOf(Overdrawn)
  await take(hold, 4n, noon)
  expect(await harness.remaining(expiring, general)).toEqual([1n, 4n])
})

test('what remains of an expired lot leaves the credit once, also what is held of it', async () => {
  const id = harness.organization()
  const lots = [await harness.grant(id, 10n, { expiresAt: after(1) }), await harness.grant(id, 10n)]
  const hold = await harness.hold(id, 4n)
  await harness.spend(id, 3n)
  await expireLots(harness.store.db, noon, after(3))
  expect(await harness.remaining(...lots)).toEqual([7n, 10n])
  await Promise.all([1, 2].map(() => expireLots(harness.store.db, after(2), after(3))))
  expect(await harness.remaining(...lots)).toEqual([0n, 10n])
  expect(await held(hold)).toBe(0n)
  const expired = { kind: 'revenue', part: 'expiredCredit' } as const
  const ofLot = { kind: 'lot', id: lots[0] ?? '' }
  expect(await entriesOf(harness.store.db, { account: expired, cause: ofLot })).toMatchObject([{ amount: 7n }])
})

test('[P9.11] referral credit becomes credit of one organisation when its owner converts it, once', async () => {
  const organizationId = harness.organization()
  const userId = randomUUID() as UserId
  const earned = { kind: 'referralCredit', userId } as const
  await inTransaction((tx) =>
    postBooking(tx, {
      kind: 'referralEarned',
      key: randomUUID(),
      cause,
      at: noon,
      entries: [
        { account: earned, amount: 10n },
        { account: { kind: 'referralProgramme' }, amount: -10n },
      ],
    }),
  )
  const conversion = { userId, organizationId, amount: 7n, key: randomUUID(), at: noon }
  const lot = await inTransaction((tx) => convertReferralCredit(tx, conversion))
  expect(await inTransaction((tx) => convertReferralCredit(tx, conversion))).toBe(lot)
  expect(await harness.remaining(lot)).toEqual([7n])
  expect(await balanceOf(harness.store.db, earned)).toBe(3n)
  await expect(
    inTransaction((tx) => convertReferralCredit(tx, { ...conversion, amount: 4n, key: randomUUID() })),
  ).rejects.toBeInstanceOf(Overdrawn)
})

test('of 50 concurrent holds with credit for 10, exactly 10 succeed', async () => {
  const id = harness.organization()
  for (const amount of [3n, 3n, 4n]) await harness.grant(id, amount * 7n)
  const holds = await Promise.allSettled(Array.from({ length: 50 }, () => harness.hold(id, 7n)))
  expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const one of holds) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Overdrawn)
  expect(await availableIn(harness.store.db, { kind: 'credit', organizationId: id })).toBe(0n)
})

test('concurrent spending of one lot never goes below zero, and one of the same key happens once', async () => {
  const id = harness.organization()
  const lot = await harness.grant(id, 100n)
  const keys = Array.from({ length: 30 }, (_, turn) => `${id}/${turn % 20}`)
  const spent = await Promise.allSettled(keys.map((key) => harness.spend(id, 7n, { key })))
  const made = spent.filter((one) => one.status === 'fulfilled' && one.value).length
  expect(made).toBe(14)
  expect(await harness.remaining(lot)).toEqual([2n])
  for (const one of spent) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Overdrawn)
})

test('spending of the same organisations in opposite orders does not deadlock', async () => {
  const ids = Array.from({ length: 4 }, () => harness.organization())
  for (const id of ids) await harness.grant(id, 1000n)
  const run = (order: typeof ids) =>
    inTransaction((tx) =>
      spendCredit(
        tx,
        order.map((organizationId) => ({
          organizationId,
          amount: 1n,
          usedAt: noon,
          at: noon,
          scopes: [],
          to: compute,
          onShortfall: 'reject' as const,
          key: randomUUID(),
          cause,
        })),
      ),
    )
  await Promise.all(Array.from({ length: 30 }, (_, turn) => run(turn % 2 === 0 ? ids : ids.toReversed())))
  for (const organizationId of ids)
    expect(await balanceOf(harness.store.db, { kind: 'credit', organizationId })).toBe(970n)
})
