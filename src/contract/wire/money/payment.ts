import * as v from 'valibot'
import { instant, micros, uuid } from '../common.ts'
import { paymentMethodId } from './payment-method.ts'

export const paymentId = v.pipe(uuid, v.brand('PaymentId'))
export type PaymentId = v.InferOutput<typeof paymentId>

/**
 * Of a payment: the processor works on it; its owner has to authenticate; the money has arrived; the card was declined; it
 * was ended before anything was charged.
 */
export const paymentState = v.picklist(['processing', 'requiresAction', 'succeeded', 'failed', 'canceled'])
export type PaymentState = v.InferOutput<typeof paymentState>

/** In dollars. Less does not keep a small instance running for a month. */
export const MIN_TOP_UP = 15
/** In dollars. */
export const MAX_TOP_UP = 10_000

/** In whole dollars. */
export const topUpAmount = v.pipe(v.number(), v.integer(), v.minValue(MIN_TOP_UP), v.maxValue(MAX_TOP_UP))

/** The credit of an organisation. */
export const balance = v.object({
  /** What is not held. */
  availableMicros: micros,
  /** What is reserved for what runs. */
  heldMicros: micros,
  /** Use that no credit has paid yet. */
  owedMicros: micros,
})
export type Balance = v.InferOutput<typeof balance>

/** A purchase of credit. */
export const payment = v.object({
  _id: paymentId,
  paymentMethod: v.literal('credit card'),
  /** Null if the card was removed since. */
  paymentMethodId: v.nullable(paymentMethodId),
  /** The card, such as `Visa •••• 4242`. */
  title: v.string(),
  amountMicros: v.number(),
  state: paymentState,
  /** Why nothing was charged, in the processor's words; null otherwise. */
  message: v.nullable(v.string()),
  createdAt: instant,
  /** Null while it can still succeed. */
  settledAt: v.nullable(instant),
})
export type Payment = v.InferOutput<typeof payment>
