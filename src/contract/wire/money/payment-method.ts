import * as v from 'valibot'
import { instant, uuid } from '../common.ts'

export const paymentMethodId = v.pipe(uuid, v.brand('PaymentMethodId'))
export type PaymentMethodId = v.InferOutput<typeof paymentMethodId>

/** A card, without its number. */
export const cardInfo = v.object({
  /** Such as visa, mastercard, amex, discover, jcb. */
  brand: v.string(),
  last4: v.string(),
  expiration_month: v.number(),
  expiration_year: v.number(),
})

export const paymentMethod = v.object({
  _id: paymentMethodId,
  paymentMethod: v.literal('credit card'),
  primary: v.boolean(),
  /** Only a connected card can be charged. */
  connectionState: v.picklist(['waiting_for_confirmation', 'connected']),
  /** Null until the card is attached. */
  details: v.nullable(v.object({ info: cardInfo })),
  createdAt: instant,
})
export type PaymentMethod = v.InferOutput<typeof paymentMethod>
