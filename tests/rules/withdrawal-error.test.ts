import { expect, test } from 'vitest'
import { withdrawalError } from '../../src/rules/withdrawal-error.ts'

const LIMIT = 10_000_000
const MAX_MICROS = 25_000_000

test.each(['', 'ten', '-1', '1,5', '1.0000001'])('%j is not an amount', (typed) => {
  expect(withdrawalError(typed, LIMIT, MAX_MICROS)).toBe('Enter an amount in dollars, such as 25 or 12.50.')
})

test('the limit itself and all of the credit can be withdrawn, and a micro-dollar beyond cannot', () => {
  expect(withdrawalError('10', LIMIT, MAX_MICROS)).toBeUndefined()
  expect(withdrawalError('9.999999', LIMIT, MAX_MICROS)).toBe('The minimum withdrawal is $10.00.')
  expect(withdrawalError('25', LIMIT, MAX_MICROS)).toBeUndefined()
  expect(withdrawalError('25.000001', LIMIT, MAX_MICROS)).toBe('This is more than you can withdraw.')
})
