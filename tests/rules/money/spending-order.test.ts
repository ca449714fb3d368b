import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lot } from '../../../server/money/credit/lot.ts'
import { allocate, inSpendingOrder, takeFrom } from '../../../server/money/credit/spending-order.ts'

const day = (number: number) => new Date(number * 86_400_000)
const lot: fc.Arbitrary<Lot> = fc.record({
  id: fc.uuid(),
  scope: fc.constantFrom(null, 'a', 'b'),
  validFrom: fc.integer({ min: 0, max: 5 }).map(day),
  expiresAt: fc.option(fc.integer({ min: 3, max: 9 }).map(day)),
  available: fc.bigInt({ min: 0n, max: 2n ** 80n }),
})
const lots = fc.uniqueArray(lot, { selector: ({ id }) => id, maxLength: 8 })
const amount = fc.bigInt({ min: 1n, max: 2n ** 82n })
const use = fc.record({ at: fc.integer({ min: 0, max: 9 }).map(day), scopes: fc.subarray(['a', 'b']) })
const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n)
const isUsable = ({ scope, validFrom, expiresAt }: Lot, { at, scopes }: { at: Date; scopes: string[] }) =>
  validFrom <= at && (expiresAt === null || at < expiresAt) && (scope === null || scopes.includes(scope))

test('an amount is divided exactly, among usable lots only, and none gives more than it has', () => {
  fc.assert(
    fc.property(lots, amount, use, (all, total, of) => {
      const { shares, missing } = allocate(all, total, of)
      expect(sum(shares.map((share) => share.amount)) + missing).toBe(total)
      for (const share of shares) {
        const from = all.find(({ id }) => id === share.lotId)
        expect(from && isUsable(from, of)).toBe(true)
        expect(share.amount > 0n && share.amount <= (from?.available ?? 0n)).toBe(true)
      }
      const usable = all.filter((one) => isUsable(one, of))
      expect(missing).toBe(
        total > sum(usable.map(({ available }) => available))
          ? total - sum(usable.map(({ available }) => available))
          : 0n,
      )
    }),
  )
})

test('no lot is spent while an earlier one in the order has something left', () => {
  const rank = (one: Lot) => [one.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, one.scope === null ? 1 : 0]
  fc.assert(
    fc.property(lots, amount, use, (all, total, of) => {
      const { shares } = allocate(all, total, of)
      const spent = new Map(shares.map((share) => [share.lotId, share.amount]))
      for (const before of all.filter((one) => isUsable(one, of)))
        for (const later of all) {
          const [expiry = 0, bound = 0] = rank(before)
          const [otherExpiry = 0, otherBound = 0] = rank(later)
          const isEarlier = expiry < otherExpiry || (expiry === otherExpiry && bound < otherBound)
          if (isEarlier && spent.has(later.id)) expect(spent.get(before.id) ?? 0n).toBe(before.available)
        }
    }),
  )
})

test('the order does not depend on the order in which lots are read, and amounts may be spent in parts', () => {
  fc.assert(
    fc.property(lots, amount, amount, use, (all, one, other, of) => {
      expect(inSpendingOrder(all.toReversed())).toEqual(inSpendingOrder(all))
      const first = allocate(all, one, of)
      const left = all.map((item) => ({
        ...item,
        available: item.available - (first.shares.find(({ lotId }) => lotId === item.id)?.amount ?? 0n),
      }))
      const second = allocate(left, other, of)
      const parts = sum([...first.shares, ...second.shares].map((share) => share.amount))
      expect(parts).toBe(sum(allocate(all, one + other, of).shares.map((share) => share.amount)))
    }),
  )
})

test('among equal lots the oldest is spent first', () => {
  const of = (id: string, validFrom: Date): Lot => ({ id, scope: null, validFrom, expiresAt: null, available: 5n })
  const all = [of('b', day(2)), of('a', day(2)), of('c', day(1))]
  expect(inSpendingOrder(all).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(takeFrom(all, 7n).shares).toEqual([
    { lotId: 'b', amount: 5n },
    { lotId: 'a', amount: 2n },
  ])
})
