import type { PaymentMethod } from '../../contract/wire/money/payment-method.ts'

type CardInfo = NonNullable<PaymentMethod['details']>['info']

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
}

/** How a card is called: `Visa •••• 4242`. */
export const cardTitle = ({ brand, last4 }: Pick<CardInfo, 'brand' | 'last4'>): string =>
  `${brandNames[brand] ?? 'Card'} •••• ${last4}`

/** A card is valid until the end of its month, everywhere. */
export const isExpired = ({ expiration_month, expiration_year }: CardInfo, nowMs: number): boolean =>
  Date.UTC(expiration_year, expiration_month, 1) + 12 * 3_600_000 <= nowMs
