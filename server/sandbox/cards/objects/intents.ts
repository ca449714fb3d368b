import type Stripe from 'stripe'

interface IntentDetails {
  customer?: string | undefined
  description?: string | undefined
  metadata?: Stripe.Metadata | undefined
  payment_method?: string | undefined
}

/** What both kinds of intents have before they are confirmed. */
const openIntent = (secret: string, created: number, details: IntentDetails) => ({
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  client_secret: secret,
  created,
  customer: details.customer ?? null,
  description: details.description ?? null,
  excluded_payment_method_types: null,
  livemode: false,
  metadata: details.metadata ?? {},
  next_action: null,
  on_behalf_of: null,
  payment_method: details.payment_method ?? null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  status: details.payment_method ? 'requires_confirmation' : 'requires_payment_method',
})

export interface SetupDetails extends IntentDetails {
  usage?: string | undefined
}

export function setupIntentOf(id: string, secret: string, created: number, details: SetupDetails): Stripe.SetupIntent {
  return {
    id,
    object: 'setup_intent',
    ...openIntent(secret, created, details),
    cancellation_reason: null,
    last_setup_error: null,
    latest_attempt: null,
    mandate: null,
    single_use_mandate: null,
    usage: details.usage ?? 'off_session',
  }
}

export interface PaymentDetails extends IntentDetails {
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
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
    ...openIntent(secret, created, details),
    amount: details.amount,
    amount_capturable: 0,
    amount_received: 0,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    currency: details.currency,
    customer_account: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    payment_record: null,
    processing: null,
    receipt_email: details.receipt_email ?? null,
    review: null,
    setup_future_usage: details.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: details.statement_descriptor_suffix ?? null,
    transfer_group: null,
  }
}
