import type Stripe from 'stripe'

export interface CustomerDetails {
  name?: string | undefined
  email?: string | undefined
  description?: string | undefined
  metadata?: Stripe.Metadata | undefined
}

export function customerOf(id: string, created: number, details: CustomerDetails): Stripe.Customer {
  return {
    id,
    object: 'customer',
    balance: 0,
    created,
    default_source: null,
    description: details.description ?? null,
    email: details.email ?? null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: details.metadata ?? {},
    name: details.name ?? null,
    shipping: null,
  }
}
