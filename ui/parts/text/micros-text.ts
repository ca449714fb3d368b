const microsInDollar = 1_000_000

/** Formats micro-dollars as dollars, rounded half away from zero, without a float of dollars. */
export const microsText = (micros: number, decimals: 0 | 2 | 4 | 6 = 2): string => {
  const step = 10 ** (6 - decimals)
  const rest = Math.abs(micros) % step
  const rounded = Math.abs(micros) - rest + (rest * 2 >= step && rest > 0 ? step : 0)
  const whole = Math.floor(rounded / microsInDollar).toLocaleString('en-GB')
  const fraction = String(rounded % microsInDollar)
    .padStart(6, '0')
    .slice(0, decimals)
  const sign = micros < 0 && rounded > 0 ? '−' : ''
  return `${sign}$${whole}${decimals > 0 ? `.${fraction}` : ''}`
}

/** As `microsText`, but an amount that would round to zero is shown as less than the smallest step. */
export const priceText = (micros: number, decimals: 0 | 2 | 4 | 6 = 2): string => {
  const step = 10 ** (6 - decimals)
  const isTooSmall = micros !== 0 && Math.abs(micros) * 2 < step
  return isTooSmall ? `${micros < 0 ? '−' : ''}< ${microsText(step, decimals)}` : microsText(micros, decimals)
}
