import { MAX_TOP_UP, MIN_TOP_UP } from '../../contract/wire/money/payment.ts'

export const topUpMicros = (amount: number): number => amount * 1_000_000

export const topUpHelp = `Compute services require a minimum credit of $${MIN_TOP_UP}.`

/** Returns the text of the amount field as whole dollars, rounded down; null if it is no amount. */
export const topUpDollars = (text: string): number | null => {
  const amount = /^\s*\d+(\.\d*)?\s*$/.test(text) ? Math.floor(Number(text)) : Number.NaN
  return Number.isSafeInteger(amount) ? amount : null
}

/** Returns why an amount cannot be bought, or undefined. */
export const topUpError = (amount: number | null): string | undefined => {
  if (amount === null || amount < MIN_TOP_UP) return `Enter at least $${MIN_TOP_UP}.`
  return amount > MAX_TOP_UP ? `Enter at most $${MAX_TOP_UP.toLocaleString('en-US')}.` : undefined
}
