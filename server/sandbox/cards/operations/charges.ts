import type Stripe from 'stripe'
import { balanceTransactionOf, feeOf, type MovementDetails } from '../objects/balance-transaction.ts'
import { chargeOf } from '../objects/charge.ts'
import type { CardBehaviour, DeclineCode } from '../test-cards.ts'
import { openDispute } from './disputes.ts'
import type { Operation } from './operation.ts'

/** Records a movement of the processor's balance. */
export function move(
  { records, newId, created }: Operation,
  details: Omit<MovementDetails, 'id' | 'created'>,
): Stripe.BalanceTransaction {
  return records.put('balance_transaction', balanceTransactionOf({ id: newId('txn'), created, ...details }))
}

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
    chargeOf({ id, created, intent, method, balanceTransaction: movement.id, isDisputed: false, origin }),
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
  const details = { id: newId('ch'), created, intent, method, balanceTransaction: null, decline, isDisputed: false }
  const charge = records.put('charge', chargeOf({ ...details, origin }))
  operation.emit('charge.failed', charge)
  return charge
}
