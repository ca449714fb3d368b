const microsInDollar = 1_000_000

/** Dollars as text from whole micro-dollars, rounded half away from zero; never through a float of dollars. */
export const microsText = (micros: number, decimals: 0 | 2 | 4 | 6 = 2): string => {
  const step = 10 ** (6 - decimals)
  const rounded = Math.floor((Math.abs(micros) + step / 2) / step) * step
  const whole = Math.floor(rounded / microsInDollar).toLocaleString('en-GB')
  const fraction = String(rounded % microsInDollar)
    .padStart(6, '0')
    .slice(0, decimals)
  const sign = micros < 0 && rounded > 0 ? '−' : ''
  return `${sign}$${whole}${decimals > 0 ? `.${fraction}` : ''}`
}
