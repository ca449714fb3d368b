import type Stripe from 'stripe'
import { refundOf } from '../objects/refund.ts'
import { invalidRequest, missing, ProcessorError } from '../processor-error.ts'
import { move } from './move.ts'
import type { Operation } from './operation.ts'

const SETTLED_AFTER_MS = 2000

export interface NewRefund {
  charge?: string | undefined
  payment_intent?: string | undefined
  amount?: number | undefined
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata?: Stripe.Metadata | undefined
}

/** Refunds a charge, whole or in part. */
export function createRefund(operation: Operation, request: NewRefund): Stripe.Refund {
  const { records, newId, created, nowMs } = operation
  const charge = requireCharge(operation, request)
  const open = charge.amount - charge.amount_refunded
  const amount = request.amount ?? open
  if (charge.disputed)
    throw failed('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
  if (open === 0) throw failed('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  if (amount > open)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(open)})`,
      { param: 'amount' },
    )
  const late = records.find('card', charge.payment_method ?? '')?.behaviour.lateRefund
  const id = newId('re')
  const { currency } = charge
  const movement = move(operation, { amount: -amount, currency, fee: 0, source: id, type: 'refund' })
  const refund = records.put(
    'refund',
    refundOf({
      ...request,
      id,
      created,
      amount,
      charge,
      balanceTransaction: movement.id,
      status: late ? 'pending' : 'succeeded',
    }),
  )
  if (late) records.put('due', { id, kind: 'refund', atMs: nowMs + SETTLED_AFTER_MS })
  const changed = records.put('charge', refunded(charge, amount))
  operation.emit('refund.created', refund)
  operation.emit('charge.refunded', changed)
  return refund
}

/** Ends a refund that the bank took its time for. */
export function settleRefund(operation: Operation, id: string): void {
  const { records, emit } = operation
  const refund = records.find('refund', id)
  const charge = refund && records.find('charge', String(refund.charge))
  if (!charge || refund.status !== 'pending') return
  const ends = records.find('card', charge.payment_method ?? '')?.behaviour.lateRefund ?? 'succeeded'
  if (ends === 'succeeded') {
    emit('refund.updated', records.put('refund', { ...refund, status: 'succeeded' }))
    return
  }
  const { amount, currency } = refund
  const returned = move(operation, { amount, currency, fee: 0, source: id, type: 'refund_failure' })
  records.put('charge', refunded(charge, -amount))
  const lost = records.put('refund', {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: returned.id,
  })
  emit('refund.updated', lost)
  emit('refund.failed', lost)
}

function refunded(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const amount_refunded = charge.amount_refunded + amount
  return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
}

function requireCharge({ records }: Operation, { charge, payment_intent }: NewRefund): Stripe.Charge {
  const id = charge ?? records.find('payment_intent', payment_intent ?? '')?.latest_charge
  const found = typeof id === 'string' ? records.find('charge', id) : undefined
  if (!found)
    throw missing(
      charge ? 'charge' : 'payment_intent',
      charge ?? payment_intent ?? '',
      charge ? 'charge' : 'payment_intent',
    )
  if (found.status !== 'succeeded')
    throw failed('charge_not_refundable', `Charge ${found.id} was not successful; it cannot be refunded.`)
  return found
}

const failed = (code: string, message: string) =>
  new ProcessorError(400, { type: 'invalid_request_error', code, message })

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
