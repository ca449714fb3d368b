import type Stripe from 'stripe'
import { type DeclineCode, declines } from './test-cards.ts'

/** The body of an error of the card processor. */
export interface ErrorBody {
  type: 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  setup_intent?: Stripe.SetupIntent
  payment_method?: Stripe.PaymentMethod
}

/** A request that is not carried out. Changes before it are undone; a declined card is a result, not an error. */
export class ProcessorError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalidRequest = (message: string, rest: Pick<ErrorBody, 'code' | 'param'> = {}): ProcessorError =>
  new ProcessorError(400, { type: 'invalid_request_error', message, ...rest })

export const missing = (what: string, id: string, param = 'id'): ProcessorError =>
  new ProcessorError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

/** Returns the error of a declined card. */
export const declineBody = (decline: DeclineCode): ErrorBody => ({
  type: 'card_error',
  ...declines[decline],
  decline_code: decline,
})
