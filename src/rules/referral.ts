const DOLLAR = 1_000_000
export const LARGEST_REFERRAL_CREDIT_MICROS = 10 * DOLLAR

/** A tenth of the first settled purchase, ten dollars at most; a part of a micro-dollar is not given. */
export const referralCreditMicros = (purchaseMicros: number): number =>
  Math.min(Math.floor(purchaseMicros / 10), LARGEST_REFERRAL_CREDIT_MICROS)

/** In micro-dollars; what holds until the server has told its own. */
export const smallestWithdrawalMicros = (mode: 'sandbox' | 'production'): number =>
  mode === 'production' ? 100 * DOLLAR : DOLLAR / 10

/** What somebody holds: all of it, what was given to be spent here, and what may be paid out. */
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

/** Micro-dollars of an amount as people type it, as `12.5`; undefined for what is none. Six decimals, and none is lost. */
export const microsFrom = (typed: string): number | undefined => {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(typed.trim()) ?? []
  return whole === '' ? undefined : Number(whole) * DOLLAR + Number(part.padEnd(6, '0'))
}

/** The same amount as text that `microsFrom` reads, in dollars, with no more decimals than it has. */
export const dollarsFrom = (micros: number): string => {
  const part = String(micros % DOLLAR)
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')
  return `${Math.floor(micros / DOLLAR)}${part && `.${part}`}`
}

/** The console's page where somebody who was given a code begins. */
export const referralLink = (origin: string, code: string): string =>
  `${origin}/signup?${new URLSearchParams({ referralCode: code })}`

/** Where somebody joins the programme, unless an installation has a form of its own. */
export const REFERRAL_REGISTRATION = '/user/referral-registration'
