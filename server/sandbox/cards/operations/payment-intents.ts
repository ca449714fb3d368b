import type Stripe from 'stripe'
import { type PaymentDetails, paymentIntentOf } from '../objects/intents.ts'
import { declineBody, type ErrorBody, invalidRequest, missing } from '../processor-error.ts'
import { attach, factsOf, requireCustomer, requirePaymentMethod } from './cards.ts'
import { failedCharge, successfulCharge } from './charges.ts'
import type { Operation } from './operation.ts'
import { authenticationFailure, lastErrorOf, nextAction, type Outcome, unexpectedState } from './outcome.ts'

type Intent = Stripe.PaymentIntent

const MIN_CENTS = 50
const MAX_CENTS = 99_999_999

export interface Confirmation {
  payment_method?: string | undefined
  /** The owner of the card is not there to authenticate. */
  off_session?: boolean | undefined
  error_on_requires_action?: boolean | undefined
}

export function createPaymentIntent(operation: Operation, details: PaymentDetails): Intent {
  const { records, created, newId } = operation
  if (details.amount < MIN_CENTS)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (details.amount > MAX_CENTS)
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  if (details.customer) requireCustomer(operation, details.customer)
  const id = newId('pi')
  const intent = records.put('payment_intent', paymentIntentOf(id, `${id}_secret_${newId('s')}`, created, details))
  operation.emit('payment_intent.created', intent)
  return intent
}

export function requirePaymentIntent({ records }: Operation, id: string): Intent {
  const intent = records.find('payment_intent', id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/** Charges the card of a payment intent, or records why it cannot be charged. */
export function confirmPaymentIntent(operation: Operation, id: string, confirmation: Confirmation): Outcome<Intent> {
  const intent = requireOpen(operation, id)
  const chosen = confirmation.payment_method ?? intent.payment_method
  if (typeof chosen !== 'string')
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it has a missing payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      { code: 'payment_intent_unexpected_state' },
    )
  const method = requirePaymentMethod(operation, chosen)
  requireOwner(intent, method)
  const { behaviour, isAuthenticated, isDetached } = factsOf(operation, method)
  if (isDetached) throw invalidRequest('The payment method was detached from its customer. It may not be used again.')
  const started = { ...intent, payment_method: method.id }
  const mustAuthenticate =
    behaviour.authentication === 'always' || (behaviour.authentication === 'unlessSetUp' && !isAuthenticated)
  if (!mustAuthenticate) return charge(operation, started, method)
  if (confirmation.off_session || confirmation.error_on_requires_action)
    return fail(operation, started, method, declineBody('authentication_required'))
  const waiting = operation.records.put('payment_intent', {
    ...started,
    status: 'requires_action',
    next_action: nextAction(operation.origin, intent),
  })
  operation.emit('payment_intent.requires_action', waiting)
  return { object: waiting }
}

/** Records whether the owner of the card authenticated, and charges it if they did. */
export function authenticatePayment(operation: Operation, id: string, isAuthentic: boolean): Outcome<Intent> {
  const intent = requirePaymentIntent(operation, id)
  if (intent.status !== 'requires_action') throw unexpectedState(intent)
  const method = requirePaymentMethod(operation, String(intent.payment_method))
  return isAuthentic
    ? charge(operation, intent, method)
    : fail(operation, intent, method, authenticationFailure('payment_intent'))
}

export function cancelPaymentIntent(operation: Operation, id: string): Intent {
  const intent = requireOpen(operation, id)
  const canceled = operation.records.put('payment_intent', {
    ...intent,
    status: 'canceled',
    next_action: null,
    canceled_at: operation.created,
    cancellation_reason: 'requested_by_customer',
  })
  operation.emit('payment_intent.canceled', canceled)
  return canceled
}

function charge(operation: Operation, intent: Intent, method: Stripe.PaymentMethod): Outcome<Intent> {
  const { behaviour } = factsOf(operation, method)
  if (behaviour.chargeDecline) return fail(operation, intent, method, declineBody(behaviour.chargeDecline))
  if (typeof intent.customer === 'string' && intent.setup_future_usage) attach(operation, method, intent.customer)
  const charged = successfulCharge(operation, intent, method, behaviour)
  const succeeded = operation.records.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    next_action: null,
    last_payment_error: null,
    amount_received: intent.amount,
    latest_charge: charged.id,
  })
  operation.emit('payment_intent.succeeded', succeeded)
  return { object: succeeded }
}

function fail(operation: Operation, intent: Intent, method: Stripe.PaymentMethod, error: ErrorBody): Outcome<Intent> {
  const decline = factsOf(operation, method).behaviour.chargeDecline
  // Without authentication nothing is sent to the bank.
  const failed = error.code?.includes('authentication') ? undefined : failedCharge(operation, intent, method, decline)
  const body = failed ? { ...error, charge: failed.id } : error
  const open = operation.records.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: failed?.id ?? intent.latest_charge,
    last_payment_error: lastErrorOf(body, method),
  })
  operation.emit('payment_intent.payment_failed', open)
  return { declined: { ...body, payment_intent: open, payment_method: method } }
}

function requireOwner(intent: Intent, method: Stripe.PaymentMethod): void {
  if (method.customer === null || method.customer === intent.customer) return
  throw invalidRequest(
    intent.customer === null
      ? `The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. PaymentMethod ${method.id} belongs to a customer; include it in the PaymentIntent.`
      : `The payment method ${method.id} does not belong to the customer of the PaymentIntent. Use a payment method of this customer.`,
    { param: 'payment_method' },
  )
}

function requireOpen(operation: Operation, id: string): Intent {
  const intent = requirePaymentIntent(operation, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent)
  return intent
}
