/** What happens to a card, by the published test numbers. */
export interface CardBehaviour {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'jcb'
  funding: 'credit' | 'debit'
  last4: string
  /** Why it cannot be saved. */
  setupDecline?: DeclineCode
  /** Why a charge fails, with or without authentication. */
  chargeDecline?: DeclineCode
  /** When its owner has to authenticate: each time, or unless it was set up with authentication. */
  authentication?: 'always' | 'unlessSetUp'
  /** Why its owner disputes each charge. */
  dispute?: 'fraudulent' | 'product_not_received'
  /** A refund that is first pending, and how it ends. */
  lateRefund?: 'succeeded' | 'failed'
}

export const declines = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const

export type DeclineCode = keyof typeof declines

type Rest = Omit<CardBehaviour, 'brand' | 'funding' | 'last4'>

const visa = (number: string, rest: Rest = {}): [string, CardBehaviour] => [
  number,
  { brand: 'visa', funding: 'credit', last4: number.slice(-4), ...rest },
]
const declined = (number: string, decline: DeclineCode) =>
  visa(number, { setupDecline: decline, chargeDecline: decline })
const of = (brand: CardBehaviour['brand'], number: string): [string, CardBehaviour] => [
  number,
  { brand, funding: 'credit', last4: number.slice(-4) },
]

/** The published test numbers. */
export const testCards: ReadonlyMap<string, CardBehaviour> = new Map([
  visa('4242424242424242'),
  ['4000056655665556', { brand: 'visa', funding: 'debit', last4: '5556' }],
  of('mastercard', '5555555555554444'),
  of('amex', '378282246310005'),
  of('discover', '6011111111111117'),
  of('jcb', '3566002020360505'),
  declined('4000000000000002', 'generic_decline'),
  declined('4000000000009995', 'insufficient_funds'),
  declined('4000000000009987', 'lost_card'),
  declined('4000000000009979', 'stolen_card'),
  declined('4000000000000069', 'expired_card'),
  declined('4000000000000127', 'incorrect_cvc'),
  declined('4000000000000119', 'processing_error'),
  visa('4000000000000341', { chargeDecline: 'generic_decline' }),
  visa('4000002500003155', { authentication: 'unlessSetUp' }),
  visa('4000002760003184', { authentication: 'always' }),
  visa('4000008260003178', { authentication: 'unlessSetUp', chargeDecline: 'insufficient_funds' }),
  visa('4000000000000259', { dispute: 'fraudulent' }),
  visa('4000000000002685', { dispute: 'product_not_received' }),
  visa('4000000000007726', { lateRefund: 'succeeded' }),
  visa('4000000000005126', { lateRefund: 'failed' }),
])

/** Payment methods that exist by name, for requests without a card form. */
export const namedCards: ReadonlyMap<string, string> = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_amex', '378282246310005'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeCustomerFail', '4000000000000341'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_createDispute', '4000000000000259'],
])

/** Whether the check digit of a card number is right (Luhn). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
