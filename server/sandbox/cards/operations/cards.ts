import type Stripe from 'stripe'
import { type CardDetails, paymentMethodOf } from '../objects/payment-method.ts'
import { invalidRequest, missing, ProcessorError } from '../processor-error.ts'
import type { CardFacts } from '../records/card-records.ts'
import { isCardNumber, namedCards, testCards } from '../test-cards.ts'
import type { Operation } from './operation.ts'

export interface NewCard extends CardDetails {
  cvc: string
  name: string | null
  email: string | null
  address: Stripe.Address | null
}

/** Saves the details of a card, of which only the published test numbers exist. */
export function createPaymentMethod(operation: Operation, card: NewCard): Stripe.PaymentMethod {
  const { records, created, newId, nowMs } = operation
  const number = card.number.replaceAll(/[\s-]/g, '')
  if (!isCardNumber(number)) throw incorrect('incorrect_number', 'Your card number is incorrect.', 'number')
  const behaviour = testCards.get(number)
  if (!behaviour)
    throw incorrect(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card.',
      'number',
    )
  if (!isFuture(card, nowMs))
    throw incorrect('invalid_expiry_year', "Your card's expiration date is in the past.", 'exp_year')
  if (!new RegExp(`^\\d{${behaviour.brand === 'amex' ? 4 : 3}}$`).test(card.cvc))
    throw incorrect('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  const { name, email, address } = card
  const method = paymentMethodOf(newId('pm'), created, { ...card, number }, behaviour, { name, email, address })
  records.put('card', { id: method.id, behaviour, isAuthenticated: false, isDetached: false })
  return records.put('payment_method', method)
}

/** Finds a payment method by its id, or makes the one that exists by name. */
export function requirePaymentMethod(operation: Operation, id: string): Stripe.PaymentMethod {
  const number = namedCards.get(id)
  if (number) {
    const exp_year = new Date(operation.nowMs).getUTCFullYear() + 4
    const card = { number, exp_month: 12, exp_year, cvc: id === 'pm_card_amex' ? '1234' : '123' }
    return createPaymentMethod(operation, { ...card, name: null, email: null, address: null })
  }
  const method = operation.records.find('payment_method', id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  return method
}

export function factsOf({ records }: Operation, { id }: Stripe.PaymentMethod): CardFacts {
  const facts = records.find('card', id)
  if (!facts) throw missing('PaymentMethod', id)
  return facts
}

export function requireCustomer({ records }: Operation, id: string, param = 'customer'): Stripe.Customer {
  const customer = records.find('customer', id)
  if (!customer) throw missing('customer', id, param)
  return customer
}

/** Attaches a payment method to a customer, which is final: a detached one cannot be used again. */
export function attach(operation: Operation, method: Stripe.PaymentMethod, customerId: string): Stripe.PaymentMethod {
  const { records } = operation
  requireCustomer(operation, customerId)
  if (method.customer === customerId) return method
  if (method.customer !== null || factsOf(operation, method).isDetached)
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer, or was previously used with a PaymentIntent without Customer attachment, was shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
    )
  const attached = records.put('payment_method', { ...method, customer: customerId })
  operation.emit('payment_method.attached', attached)
  return attached
}

export function detach(operation: Operation, id: string): Stripe.PaymentMethod {
  const method = operation.records.find('payment_method', id)
  if (!method) throw missing('PaymentMethod', id)
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  const detached = operation.records.put('payment_method', { ...method, customer: null })
  const facts = factsOf(operation, method)
  operation.records.put('card', { ...facts, isDetached: true })
  operation.emit('payment_method.detached', detached)
  return detached
}

function incorrect(code: string, message: string, param: string): ProcessorError {
  return new ProcessorError(402, { type: 'card_error', code, message, param })
}

function isFuture({ exp_month, exp_year }: CardDetails, nowMs: number): boolean {
  return Date.UTC(exp_year, exp_month) > nowMs
}
