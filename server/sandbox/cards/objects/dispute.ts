import type Stripe from 'stripe'

const EVIDENCE_DUE_S = 9 * 86_400

export interface DisputeDetails {
  id: string
  created: number
  charge: Stripe.Charge
  reason: string
  balanceTransactions: Stripe.BalanceTransaction[]
}

export function disputeOf({ id, created, charge, reason, balanceTransactions }: DisputeDetails): Stripe.Dispute {
  return {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: balanceTransactions,
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + EVIDENCE_DUE_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
}

const evidenceTexts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const satisfies (keyof Stripe.Dispute.Evidence)[]

const noEvidence = {
  enhanced_evidence: {},
  ...Object.fromEntries(evidenceTexts.map((name) => [name, null])),
  // Each text is in the list.
} as Stripe.Dispute.Evidence
