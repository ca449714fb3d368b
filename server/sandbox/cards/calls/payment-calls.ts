import * as v from 'valibot'
import { closeDispute, updateDispute } from '../operations/disputes.ts'
import type { Operation } from '../operations/operation.ts'
import {
  authenticatePayment,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  requirePaymentIntent,
} from '../operations/payment-intents.ts'
import { createRefund } from '../operations/refunds.ts'
import {
  authenticateSetup,
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  requireSetupIntent,
} from '../operations/setup-intents.ts'
import { invalidRequest } from '../processor-error.ts'
import { call, flag, ignored, integer, metadata, type ProcessorCall, text } from './processor-call.ts'

const optionalText = v.exactOptional(text)
const common = {
  customer: optionalText,
  description: optionalText,
  metadata: v.exactOptional(metadata),
  payment_method: optionalText,
}
const cardsOnly = {
  payment_method_types: v.exactOptional(v.array(v.literal('card'))),
  automatic_payment_methods: ignored,
}
const confirmation = {
  payment_method: optionalText,
  return_url: ignored,
  use_stripe_sdk: ignored,
  mandate_data: ignored,
  payment_method_options: ignored,
  client_secret: optionalText,
}
const payment = { off_session: v.exactOptional(flag), error_on_requires_action: v.exactOptional(flag) }
const authentication = { result: v.picklist(['complete', 'fail']), client_secret: text }
const changeable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export const paymentCalls: ProcessorCall[] = [
  call({
    method: 'POST',
    path: '/v1/setup_intents',
    input: { ...common, ...cardsOnly, usage: v.exactOptional(v.picklist(['off_session', 'on_session'])) },
    run: (operation, input) => ({ object: createSetupIntent(operation, input) }),
  }),
  call({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    publishable: true,
    input: confirmation,
    run: (operation, { payment_method }, id) => confirmSetupIntent(operation, id, payment_method),
  }),
  call({
    method: 'POST',
    path: '/v1/setup_intents/:id/authenticate',
    publishable: true,
    input: authentication,
    run: (operation, { result }, id) => authenticateSetup(operation, id, result === 'complete'),
  }),
  call({
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    input: {},
    run: (operation, _input, id) => ({ object: cancelSetupIntent(operation, id) }),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents',
    input: {
      ...common,
      ...cardsOnly,
      ...payment,
      amount: integer,
      currency: v.pipe(text, v.toLowerCase(), v.regex(/^[a-z]{3}$/)),
      confirm: v.exactOptional(flag),
      receipt_email: optionalText,
      return_url: ignored,
      setup_future_usage: v.exactOptional(v.picklist(['off_session', 'on_session'])),
      statement_descriptor_suffix: optionalText,
    },
    run(operation, input) {
      const intent = createPaymentIntent(operation, input)
      return input.confirm ? confirmPaymentIntent(operation, intent.id, input) : { object: intent }
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id',
    input: { ...common, amount: v.exactOptional(integer), receipt_email: optionalText },
    run(operation, input, id) {
      const intent = requirePaymentIntent(operation, id)
      if (!changeable.includes(intent.status))
        throw invalidRequest(`This PaymentIntent could not be updated because it has a status of ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
        })
      const changed = { ...intent, ...input, metadata: { ...intent.metadata, ...input.metadata } }
      return { object: operation.records.put('payment_intent', { ...changed, amount: input.amount ?? intent.amount }) }
    },
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    publishable: true,
    input: { ...confirmation, ...payment, receipt_email: ignored, setup_future_usage: ignored },
    run: (operation, input, id) => confirmPaymentIntent(operation, id, input),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/authenticate',
    publishable: true,
    input: authentication,
    run: (operation, { result }, id) => authenticatePayment(operation, id, result === 'complete'),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    input: { cancellation_reason: ignored },
    run: (operation, _input, id) => ({ object: cancelPaymentIntent(operation, id) }),
  }),
  call({
    method: 'POST',
    path: '/v1/refunds',
    input: {
      charge: optionalText,
      payment_intent: optionalText,
      amount: v.exactOptional(v.pipe(integer, v.minValue(1, 'Invalid positive integer'))),
      reason: v.exactOptional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata: v.exactOptional(metadata),
    },
    run: (operation, input) => ({ object: createRefund(operation, input) }),
  }),
  call({
    method: 'POST',
    path: '/v1/disputes/:id',
    input: {
      evidence: v.exactOptional(v.strictObject({ uncategorized_text: optionalText })),
      submit: ignored,
      metadata: ignored,
    },
    run: (operation, { evidence }, id) => ({ object: updateDispute(operation, id, evidence ?? {}) }),
  }),
  call({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    input: {},
    run: (operation, _input, id) => ({ object: closeDispute(operation, id) }),
  }),
]

/** Returns the secret with which a card form may use an intent. */
export const clientSecretOf = (operation: Operation, path: string, id: string): string | null =>
  path.startsWith('/v1/setup_intents')
    ? requireSetupIntent(operation, id).client_secret
    : requirePaymentIntent(operation, id).client_secret
