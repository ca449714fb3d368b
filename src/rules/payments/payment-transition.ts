import type { PaymentState } from '../../contract/wire/money/payment.ts'

/** What the processor knows of a charge. */
export type ChargeState = 'unconfirmed' | 'processing' | 'requiresAction' | 'succeeded' | 'declined' | 'canceled'

/**
 * A payment ends once, and stays as it ended:
 *
 * | state \ charge | unconfirmed | processing | requiresAction | succeeded | declined | canceled |
 * | -------------- | ----------- | ---------- | -------------- | --------- | -------- | -------- |
 * | processing     | =           | =          | requiresAction | succeeded | failed   | canceled |
 * | requiresAction | =           | processing | =              | succeeded | failed   | canceled |
 * | any other      | =           | =          | =              | =         | =        | =        |
 */
export const paymentTransition = (state: PaymentState, charge: ChargeState): PaymentState => {
  if (isSettled(state) || charge === 'unconfirmed') return state
  return charge === 'declined' ? 'failed' : charge
}

/** It can change no more. */
export const isSettled = (state: PaymentState): boolean => state !== 'processing' && state !== 'requiresAction'
