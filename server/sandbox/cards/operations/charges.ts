import type Stripe from 'stripe'
import { feeOf } from '../objects/balance-transaction.ts'
import { chargeOf } from '../objects/charge.ts'
import type { CardBehaviour, DeclineCode } from '../test-cards.ts'
import { openDispute } from './disputes.ts'
import { move } from './move.ts'
import type { Operation } from './operation.ts'

export function successfulCharge(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { dispute }: CardBehaviour,
): Stripe.Charge {
  const { records, newId, created, origin } = operation
  const id = newId('ch')
  const { amount, currency } = intent
  const movement = move(operation, { amount, currency, fee: feeOf(amount), source: id, type: 'charge' })
  const charge = records.put(
    'charge',
    chargeOf({ id, created, intent, method, balanceTransaction: movement.id, origin }),
  )
  operation.emit('charge.succeeded', charge)
  if (dispute) openDispute(operation, charge, dispute)
  return charge
}

export function failedCharge(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: DeclineCode | undefined,
): Stripe.Charge {
  const { records, newId, created, origin } = operation
  const details = { id: newId('ch'), created, intent, method, balanceTransaction: null, decline }
  const charge = records.put('charge', chargeOf({ ...details, origin }))
  operation.emit('charge.failed', charge)
  return charge
}
