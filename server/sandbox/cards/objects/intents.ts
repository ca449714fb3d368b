import type Stripe from 'stripe'

export interface SetupDetails {
  customer?: string | undefined
  description?: string | undefined
  metadata?: Stripe.Metadata | undefined
  payment_method?: string | undefined
  usage?: string | undefined
}

export function setupIntentOf(id: string, secret: string, created: number, details: SetupDetails): Stripe.SetupIntent {
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: secret,
    created,
    customer: details.customer ?? null,
    description: details.description ?? null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: details.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: details.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: details.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: details.usage ?? 'off_session',
  }
}

export interface PaymentDetails {
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
  customer?: string | undefined
  description?: string | undefined
  metadata?: Stripe.Metadata | undefined
  payment_method?: string | undefined
  receipt_email?: string | undefined
  setup_future_usage?: 'on_session' | 'off_session' | undefined
  statement_descriptor_suffix?: string | undefined
}

export function paymentIntentOf(
  id: string,
  secret: string,
  created: number,
  details: PaymentDetails,
): Stripe.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: details.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: secret,
    confirmation_method: 'automatic',
    created,
    currency: details.currency,
    customer: details.customer ?? null,
    customer_account: null,
    description: details.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: details.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: details.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: details.receipt_email ?? null,
    review: null,
    setup_future_usage: details.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: details.statement_descriptor_suffix ?? null,
    status: details.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: null,
  }
}
