import type { Payment, PaymentId, PaymentState } from '../../../src/contract/wire/money/payment.ts'
import type { PaymentMethodId } from '../../../src/contract/wire/money/payment-method.ts'

// No page reads it by its id.
const CARD_ID = '00000000-0000-4000-8000-00000000000a' as PaymentMethodId
const MINUTE_MS = 60_000
const ends: Record<PaymentState, string | null> = {
  processing: null,
  requiresAction: null,
  succeeded: null,
  failed: 'Your card has insufficient funds.',
  canceled: 'The payment was not completed. Nothing was charged.',
}

/** A payment that began some minutes ago. */
export const samplePayment = (state: PaymentState, number = 1, minutes = number * 700): Payment => {
  const atMs = Date.now() - minutes * MINUTE_MS
  const isOpen = state === 'processing' || state === 'requiresAction'
  return {
    _id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as PaymentId,
    paymentMethod: 'credit card',
    paymentMethodId: CARD_ID,
    title: number % 3 === 0 ? 'Mastercard •••• 4444' : 'Visa •••• 4242',
    amountMicros: (20 + (number % 5) * 15) * 1_000_000,
    state,
    message: ends[state],
    createdAt: new Date(atMs).toISOString(),
    settledAt: isOpen ? null : new Date(atMs + 3000).toISOString(),
  }
}

const states: PaymentState[] = ['requiresAction', 'succeeded', 'failed', 'succeeded', 'canceled']

/** One page of a history of 23 payments. */
export const samplePayments: Payment[] = Array.from({ length: 20 }, (_, index) =>
  samplePayment(states[index] ?? 'succeeded', index + 1),
)
