import { expect, test } from 'vitest'
import { topUpDollars, topUpError, topUpHelp, topUpMicros } from '../../../src/rules/payments/top-up-amount.ts'

test.each([
  ['20', 20],
  [' 20 ', 20],
  ['20.99', 20],
  ['20.', 20],
  ['007', 7],
  ['0', 0],
  ['', null],
  ['-20', null],
  ['+20', null],
  ['1e3', null],
  ['1e309', null],
  ['0x20', null],
  ['20,5', null],
  ['٢٠', null],
  ['Infinity', null],
  ['9'.repeat(400), null],
  ['9007199254740992', null],
])('the text %j is the amount %s in whole dollars [P5.6]', (text, amount) => {
  expect(topUpDollars(text)).toBe(amount)
})

test.each([
  [null, 'Enter at least $15.'],
  [0, 'Enter at least $15.'],
  [14, 'Enter at least $15.'],
  [15, undefined],
  [10_000, undefined],
  [10_001, 'Enter at most $10,000.'],
])('of the amount %s the field says: %s [P5.6] [P9.3]', (amount, error) => {
  expect(topUpError(amount)).toBe(error)
})

test('an amount is exact in micro-dollars, and its help is the specified text [P5.6]', () => {
  expect(topUpMicros(10_000)).toBe(10_000_000_000)
  expect(topUpHelp).toBe('Compute services require a minimum credit of $15.')
})
