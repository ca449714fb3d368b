import type Stripe from 'stripe'
import type { CardBehaviour } from '../test-cards.ts'

/** What the processor knows of a card and shows nobody. */
export interface CardFacts {
  /** Id of the payment method. */
  id: string
  behaviour: CardBehaviour
  /** Its owner has authenticated while it was set up, so that it may be charged without them. */
  isAuthenticated: boolean
  /** It was removed from its customer, and cannot be used again. */
  isDetached: boolean
}

/** The response to a request with an idempotency key. */
export interface KeptResponse {
  /** The idempotency key. */
  id: string
  /** Method, path and body of the request. */
  request: string
  status: number
  body: unknown
  createdMs: number
}

/** A change that the processor makes by itself, later. */
export interface DueChange {
  /** Id of the refund or the delivery. */
  id: string
  kind: 'refund' | 'delivery'
  atMs: number
}

/** An event on its way to a webhook endpoint. */
export interface Delivery {
  id: string
  eventId: string
  endpointId: string
  /** Attempts so far. */
  attempts: number
}

/** The records of the processor by kind; each has an id. */
export interface CardRecords {
  balance_transaction: Stripe.BalanceTransaction
  card: CardFacts
  charge: Stripe.Charge
  customer: Stripe.Customer
  delivery: Delivery
  dispute: Stripe.Dispute
  due: DueChange
  event: Stripe.Event
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  refund: Stripe.Refund
  response: KeptResponse
  setup_intent: Stripe.SetupIntent
  webhook_endpoint: Stripe.WebhookEndpoint
}

export type RecordKind = keyof CardRecords

export const recordKinds = [
  'balance_transaction',
  'card',
  'charge',
  'customer',
  'delivery',
  'dispute',
  'due',
  'event',
  'payment_intent',
  'payment_method',
  'refund',
  'response',
  'setup_intent',
  'webhook_endpoint',
] as const satisfies RecordKind[]
