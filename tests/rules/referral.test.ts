import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars } from '../../src/rules/prices.ts'
import {
  creditsFrom,
  dollarsFrom,
  microsFrom,
  referralCreditMicros,
  referralLink,
  smallestWithdrawalMicros,
} from '../../src/rules/referral.ts'

const DOLLAR = 1_000_000
const amount = fc.integer({ min: 0, max: 1_000_000 * DOLLAR })

test.each([
  [100, 10],
  [200, 10],
  [20, 2],
  [99.99, 9.999],
  [100.01, 10],
])('[A9.4] a first purchase of %d dollars earns %d', (purchase, credit) => {
  expect(referralCreditMicros(purchase * DOLLAR)).toBe(credit * DOLLAR)
})

test('[A9.4] the credit is whole micro-dollars, at most a tenth and at most ten dollars, and grows with the purchase', () => {
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const credit = referralCreditMicros(one)
      expect(Number.isSafeInteger(credit)).toBe(true)
      expect(credit * 10).toBeLessThanOrEqual(one)
      expect(credit).toBeLessThanOrEqual(10 * DOLLAR)
      if (credit < 10 * DOLLAR) expect(one - credit * 10).toBeLessThan(10)
      expect(referralCreditMicros(Math.max(one, other))).toBeGreaterThanOrEqual(credit)
    }),
  )
})

test('[A9.4] the smallest withdrawal is 100 dollars in production and 0.1 in the sandbox', () => {
  expect(smallestWithdrawalMicros('production')).toBe(100 * DOLLAR)
  expect(smallestWithdrawalMicros('sandbox')).toBe(100_000)
})

test('[A3.10] platform credit is the total minus the withdrawable credit', () => {
  fc.assert(
    fc.property(amount, amount, (given, earned) => {
      expect(creditsFrom(given + earned, earned)).toEqual({
        total: given + earned,
        platform: given,
        withdrawable: earned,
      })
    }),
  )
})

test('[A9.5] dollars are formatted with two or four decimals', () => {
  expect(dollars(12_345_678)).toBe('$12.35')
  expect(dollars(12_345_678, 4)).toBe('$12.3457')
})

test('a formatted amount is parsed back unchanged', () => {
  fc.assert(
    fc.property(amount, (micros) => {
      expect(microsFrom(dollarsFrom(micros))).toBe(micros)
    }),
  )
  expect(dollarsFrom(100_000)).toBe('0.1')
  expect(microsFrom(' 12.50 ')).toBe(12_500_000)
  expect(microsFrom('999999999.000001')).toBe(999_999_999_000_001)
  expect(dollarsFrom(10 * DOLLAR)).toBe('10')
  expect(dollarsFrom(1_000_010)).toBe('1.00001')
})

test.each([
  '',
  '.',
  '-1',
  '1,5',
  '1e3',
  '0x10',
  '1.',
  '.5',
  '1.0000001',
  '1234567890',
  '1 2',
  '12.5x',
  'x12.5',
  'ten',
  '１',
])('%j is not an amount', (typed) => {
  expect(microsFrom(typed)).toBeUndefined()
})

test('[A2.39] the link leads to sign-up, with the code', () => {
  expect(referralLink('https://longshore.example', 'ada-10')).toBe(
    'https://longshore.example/signup?referralCode=ada-10',
  )
})
