import type Stripe from 'stripe'

export interface RefundDetails {
  id: string
  created: number
  amount: number
  charge: Stripe.Charge
  balanceTransaction: string
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined
  metadata?: Stripe.Metadata | undefined
  status: 'pending' | 'succeeded'
}

export function refundOf(details: RefundDetails): Stripe.Refund {
  const { id, created, amount, charge, balanceTransaction, reason, metadata, status } = details
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: balanceTransaction,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  }
}
