import type Stripe from 'stripe'

const FIXED_FEE_CENTS = 30
const FEE_TEN_THOUSANDTHS = 290
const AVAILABLE_AFTER_S = 2 * 86_400

/** Returns the processor's fee for a charge in the smallest unit: 2.9 % and 30 cents. */
export const feeOf = (amount: number): number => Math.round((amount * FEE_TEN_THOUSANDTHS) / 10_000) + FIXED_FEE_CENTS

export interface MovementDetails {
  id: string
  created: number
  /** Negative when money leaves the processor's balance. */
  amount: number
  currency: string
  fee: number
  source: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  description?: string
}

export function balanceTransactionOf(details: MovementDetails): Stripe.BalanceTransaction {
  const { id, created, amount, currency, fee, source, type, description } = details
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created + AVAILABLE_AFTER_S,
    balance_type: 'payments',
    created,
    currency,
    description: description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'pending',
    type,
  }
}
