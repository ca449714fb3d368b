import { expect, test } from 'vitest'
import { cardTitle, isExpired } from '../../../src/rules/payments/cards.ts'

test.each([
  ['visa', 'Visa •••• 4242'],
  ['amex', 'American Express •••• 4242'],
  ['jcb', 'JCB •••• 4242'],
  ['unionpay', 'Card •••• 4242'],
])('a card of the brand %s is called %s [P3.17]', (brand, title) => {
  expect(cardTitle({ brand, last4: '4242' })).toBe(title)
})

test.each([
  ['2030-12-31T23:59:59Z', false],
  // The month ends twelve hours later in the westernmost time zone.
  ['2031-01-01T11:59:59Z', false],
  ['2031-01-01T12:00:00Z', true],
])('at %s, a card that expires in 12/2030 is expired: %s', (at, expected) => {
  const card = { brand: 'visa', last4: '4242', expiration_month: 12, expiration_year: 2030 }
  expect(isExpired(card, Date.parse(at))).toBe(expected)
})
