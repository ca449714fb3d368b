import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { PaymentId } from '../../../src/contract/wire/money/payment.ts'
import type { PaymentMethodId } from '../../../src/contract/wire/money/payment-method.ts'

/** A card as the processor describes it. */
export interface Card {
  /** The processor's id. */
  id: string
  /** The same for the same number. */
  fingerprint: string
  brand: string
  last4: string
  expirationMonth: number
  expirationYear: number
}

/** The attachment of a card: waiting for the card form, with the card, or over without one. */
export type Setup = { state: 'waiting'; secret: string } | { state: 'attached'; card: Card } | { state: 'canceled' }

/** A charge of a card. `unconfirmed` ones charge nothing until they are confirmed. */
export type Charge =
  | { state: 'unconfirmed' | 'processing' | 'canceled' }
  | { state: 'requiresAction'; secret: string }
  | { state: 'succeeded'; receivedMicros: number }
  /** In the processor's words. */
  | { state: 'declined'; message: string }

export interface ChargeRequest {
  paymentId: PaymentId
  customerId: string
  cardId: string
  /** Whole cents. */
  amountMicros: number
}

/** A processor of card payments. Rejects with a `CardProcessorError` if it cannot be reached. */
export interface CardProcessor {
  /** Resolves with the customer's id; the same one if it is repeated within a day. */
  createCustomer(organizationId: OrganizationId): Promise<string>
  /** Removes a customer with its cards. Does nothing if it is removed already. */
  removeCustomer(customerId: string): Promise<void>
  /** Begins to attach a card, once for each payment method. Resolves with the id of the setup. */
  startSetup(paymentMethodId: PaymentMethodId, customerId: string): Promise<string>
  readSetup(setupId: string): Promise<Setup>
  cancelSetup(setupId: string): Promise<void>
  /** Removes a card, which cannot be charged again. Does nothing if it is removed already. */
  removeCard(cardId: string): Promise<void>
  /** Creates an unconfirmed charge, once for each payment. Resolves with its id. */
  startCharge(request: ChargeRequest): Promise<string>
  /** Charges the card. How that ended is read; a second confirmation charges nothing. */
  confirmCharge(chargeId: string): Promise<void>
  readCharge(chargeId: string): Promise<Charge>
  /** Ends a charge. Does nothing if it has ended. */
  cancelCharge(chargeId: string): Promise<void>
}
