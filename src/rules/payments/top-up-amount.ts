/** In dollars. Less does not keep a small instance running for a month. */
export const MIN_TOP_UP = 15
/** In dollars. */
export const MAX_TOP_UP = 10_000

export const topUpMicros = (dollars: number): number => dollars * 1_000_000

/** The text of the amount field as whole dollars, rounded down; null if it is no amount. */
export const topUpDollars = (text: string): number | null => {
  const amount = /^\s*\d+(\.\d*)?\s*$/.test(text) ? Math.floor(Number(text)) : Number.NaN
  return Number.isSafeInteger(amount) ? amount : null
}
