import { expect, test } from 'vitest'
import type { PaymentState } from '../../../src/contract/wire/money/payment.ts'
import { type ChargeState, isSettled, paymentTransition } from '../../../src/rules/payments/payment-transition.ts'

const charges: ChargeState[] = ['unconfirmed', 'processing', 'requiresAction', 'succeeded', 'declined', 'canceled']

test.each<[PaymentState, PaymentState[]]>([
  ['processing', ['processing', 'processing', 'requiresAction', 'succeeded', 'failed', 'canceled']],
  ['requiresAction', ['requiresAction', 'processing', 'requiresAction', 'succeeded', 'failed', 'canceled']],
])('a payment in the state %s follows its charge', (state, expected) => {
  expect(charges.map((charge) => paymentTransition(state, charge))).toEqual(expected)
  expect(isSettled(state)).toBe(false)
})

test.each<PaymentState>(['succeeded', 'failed', 'canceled'])('a payment that is %s stays so', (state) => {
  expect(charges.map((charge) => paymentTransition(state, charge))).toEqual(charges.map(() => state))
  expect(isSettled(state)).toBe(true)
})
