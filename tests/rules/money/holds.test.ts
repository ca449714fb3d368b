import { expect, test } from 'vitest'
import { holdChange, holdTarget } from '../../../src/rules/funds/hold-change.ts'
import { insufficientFundsMessage } from '../../../src/rules/funds/insufficient-funds-message.ts'

test('a hold has two days of the price, as the top-up threshold of a plan [P3.1]', () => {
  expect(holdTarget(230_400n)).toBe(460_800n)
})

test.each([
  ['is made', 0n, 100n, 200n],
  ['stays while less than a day of the price is used', 101n, 100n, 0n],
  ['is refilled to two days once a day is used', 100n, 100n, 100n],
  ['gives back what exceeds a lower price', 200n, 60n, -80n],
  ['gives everything back when nothing runs', 137n, 0n, -137n],
  ['of nothing stays nothing', 0n, 0n, 0n],
])('a hold %s', (_, held, daily, change) => {
  expect(holdChange(held, daily)).toBe(change)
})

test('the message says what is reserved, covered and missing, and rounds so that paying the amount suffices', () => {
  expect(insufficientFundsMessage({ amount: 1_440_001n, missing: 1_040_001n, owed: 0n })).toBe(
    'This reserves two days of its price, $1.4401. The balance covers $0.4000 of it. Top up at least $1.0401 to continue.',
  )
  expect(insufficientFundsMessage({ amount: 1_440_000n, missing: 1_440_000n, owed: 250_000n })).toBe(
    'This reserves two days of its price, $1.4400. The organisation owes $0.2500. Top up at least $1.6900 to continue.',
  )
})
