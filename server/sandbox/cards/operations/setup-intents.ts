import type Stripe from 'stripe'
import { type SetupDetails, setupIntentOf } from '../objects/intents.ts'
import { declineBody, type ErrorBody, invalidRequest, missing } from '../processor-error.ts'
import { attach, factsOf, requireCustomer, requirePaymentMethod } from './cards.ts'
import type { Operation } from './operation.ts'
import { authenticationFailure, lastErrorOf, nextAction, type Outcome, unexpectedState } from './outcome.ts'

type Intent = Stripe.SetupIntent

export function createSetupIntent(operation: Operation, details: SetupDetails): Intent {
  const { records, created, newId } = operation
  if (details.customer) requireCustomer(operation, details.customer)
  const id = newId('seti')
  const intent = records.put('setup_intent', setupIntentOf(id, `${id}_secret_${newId('s')}`, created, details))
  operation.emit('setup_intent.created', intent)
  return intent
}

export function requireSetupIntent({ records }: Operation, id: string): Intent {
  const intent = records.find('setup_intent', id)
  if (!intent) throw missing('setupintent', id, 'intent')
  return intent
}

/** Saves the card of a setup intent, or records why it cannot be saved. */
export function confirmSetupIntent(operation: Operation, id: string, methodId: string | undefined): Outcome<Intent> {
  const intent = requireOpen(operation, id)
  const chosen = methodId ?? intent.payment_method
  if (typeof chosen !== 'string')
    throw invalidRequest('You must provide a payment method.', { param: 'payment_method' })
  const method = requirePaymentMethod(operation, chosen)
  const { behaviour, isAuthenticated } = factsOf(operation, method)
  if (behaviour.setupDecline) return fail(operation, intent, method, declineBody(behaviour.setupDecline))
  const started = { ...intent, payment_method: method.id }
  if (!behaviour.authentication || isAuthenticated) return succeed(operation, started, method)
  const waiting = operation.records.put('setup_intent', {
    ...started,
    status: 'requires_action',
    next_action: nextAction(operation.origin, intent),
  })
  operation.emit('setup_intent.requires_action', waiting)
  return { object: waiting }
}

/** Records whether the owner of the card authenticated. */
export function authenticateSetup(operation: Operation, id: string, isAuthentic: boolean): Outcome<Intent> {
  const intent = requireSetupIntent(operation, id)
  if (intent.status !== 'requires_action') throw unexpectedState(intent)
  const method = requirePaymentMethod(operation, String(intent.payment_method))
  if (!isAuthentic) return fail(operation, intent, method, authenticationFailure('setup_intent'))
  operation.records.put('card', { ...factsOf(operation, method), isAuthenticated: true })
  return succeed(operation, intent, method)
}

export function cancelSetupIntent(operation: Operation, id: string): Intent {
  const intent = requireOpen(operation, id)
  const canceled = operation.records.put('setup_intent', {
    ...intent,
    status: 'canceled',
    next_action: null,
    cancellation_reason: 'requested_by_customer',
  })
  operation.emit('setup_intent.canceled', canceled)
  return canceled
}

function succeed(operation: Operation, intent: Intent, method: Stripe.PaymentMethod): Outcome<Intent> {
  if (typeof intent.customer === 'string') attach(operation, method, intent.customer)
  const succeeded = operation.records.put('setup_intent', {
    ...intent,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  })
  operation.emit('setup_intent.succeeded', succeeded)
  return { object: succeeded }
}

function fail(operation: Operation, intent: Intent, method: Stripe.PaymentMethod, error: ErrorBody): Outcome<Intent> {
  const failed = operation.records.put('setup_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: lastErrorOf(error, method),
  })
  operation.emit('setup_intent.setup_failed', failed)
  return { declined: { ...error, setup_intent: failed, payment_method: method } }
}

function requireOpen(operation: Operation, id: string): Intent {
  const intent = requireSetupIntent(operation, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent)
  return intent
}
