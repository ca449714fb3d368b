import type Stripe from 'stripe'
import { type ErrorBody, ProcessorError } from '../processor-error.ts'

/** The result of an operation: the object, or the error that was recorded in it. */
export type Outcome<T> = { object: T } | { declined: ErrorBody }

export const authenticationFailure = (kind: 'payment_intent' | 'setup_intent'): ErrorBody => ({
  type: 'card_error',
  code: `${kind}_authentication_failure`,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})

/** Returns the error of an action that the status of an intent does not allow. */
export function unexpectedState(intent: Stripe.PaymentIntent | Stripe.SetupIntent): ProcessorError {
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  return new ProcessorError(400, {
    type: 'invalid_request_error',
    code: `${intent.object}_unexpected_state`,
    message: `You cannot perform this action on a ${name} with a status of ${intent.status}.`,
    [intent.object]: intent,
  })
}

/** Returns the error as an intent keeps it. */
export function lastErrorOf(
  { type, message, code, decline_code, charge }: ErrorBody,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    type,
    message,
    payment_method: method,
    ...(code !== undefined && { code }),
    ...(decline_code !== undefined && { decline_code }),
    ...(charge !== undefined && { charge }),
  }
}

/** Sends the owner of the card to the page on which they authenticate. */
export const nextAction = (origin: string, { id, client_secret }: { id: string; client_secret: string | null }) => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: {
    type: 'three_d_secure_redirect',
    stripe_js: `${origin}/authentication/${id}?${new URLSearchParams({ client_secret: client_secret ?? '' })}`,
  },
})
