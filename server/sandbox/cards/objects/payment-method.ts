import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { CardBehaviour } from '../test-cards.ts'

export interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
}

/** Builds the payment method of a card. */
export function paymentMethodOf(
  id: string,
  created: number,
  { number, exp_month, exp_year }: CardDetails,
  { brand, funding, last4 }: CardBehaviour,
  billing: { name: string | null; email: string | null; address: Stripe.Address | null },
): Stripe.PaymentMethod {
  return {
    id,
    object: 'payment_method',
    billing_details: { ...billing, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      funding,
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
