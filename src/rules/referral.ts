const DOLLAR = 1_000_000
export const MAX_REFERRAL_CREDIT_MICROS = 10 * DOLLAR

/** A tenth of the first settled purchase, at most ten dollars, rounded down to whole micro-dollars. */
export const referralCreditMicros = (purchaseMicros: number): number =>
  Math.min(Math.floor(purchaseMicros / 10), MAX_REFERRAL_CREDIT_MICROS)

/** Until then a refund of the purchase takes the credit back. */
export const REFERRAL_MATURES_AFTER_DAYS = 30

/** In micro-dollars; the default until the server's own limit has loaded. */
export const smallestWithdrawalMicros = (mode: 'sandbox' | 'production'): number =>
  mode === 'production' ? 100 * DOLLAR : DOLLAR / 10

/** A user's credit: the total, the part that can only be spent here, and the part that can be withdrawn. */
export interface Credits {
  total: number
  platform: number
  withdrawable: number
}

export const creditsFrom = (total: number, withdrawable: number): Credits => ({
  total,
  platform: total - withdrawable,
  withdrawable,
})

/** Parses a dollar amount such as `12.5`, with up to six decimals, into micro-dollars; undefined if it is invalid. */
export const microsFrom = (typed: string): number | undefined => {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(typed.trim()) ?? []
  return whole === '' ? undefined : Number(whole) * DOLLAR + Number(part.padEnd(6, '0'))
}

/** Formats micro-dollars as dollars that `microsFrom` parses, without trailing zeros. */
export const dollarsFrom = (micros: number): string => {
  const part = String(micros % DOLLAR)
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')
  return `${Math.floor(micros / DOLLAR)}${part && `.${part}`}`
}

/** Returns the sign-up URL with a referral code. */
export const referralLink = (origin: string, code: string): string =>
  `${origin}/signup?${new URLSearchParams({ referralCode: code })}`

/** The page for joining the programme, unless an installation has its own form. */
export const REFERRAL_REGISTRATION = '/user/referral-registration'
