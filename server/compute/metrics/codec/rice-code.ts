import type { BitReader, BitWriter } from './bits.ts'

/**
 * Golomb-Rice codes: a value is divided by a power of two, the quotient is written as ones and a zero, the remainder in
 * bits. For the differences of noisy measurements they are within a few percent of what is possible.
 */
const MAX_PARAMETER = 40
/** A larger quotient is an outlier, whose value is written whole. */
const OUTLIER = 20
const WHOLE_BITS = 52

/** Returns the parameter with which values take the fewest bits, and how many these are. */
export function bestParameter(values: readonly number[]): { parameter: number; bits: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const near = Math.max(0, Math.floor(Math.log2(mean + 1)))
  let best = { parameter: 0, bits: Number.POSITIVE_INFINITY }
  for (let parameter = Math.max(0, near - 3); parameter <= Math.min(MAX_PARAMETER, near + 1); parameter += 1) {
    let bits = 0
    for (const value of values) bits += sizeOf(value, parameter)
    if (bits < best.bits) best = { parameter, bits }
  }
  return best
}

function sizeOf(value: number, parameter: number): number {
  const quotient = Math.floor(value / 2 ** parameter)
  return quotient < OUTLIER ? quotient + 1 + parameter : OUTLIER + WHOLE_BITS
}

export function writeRice(to: BitWriter, value: number, parameter: number): void {
  const quotient = Math.floor(value / 2 ** parameter)
  if (quotient >= OUTLIER) {
    to.addOnes(OUTLIER)
    to.add(value, WHOLE_BITS)
    return
  }
  to.addOnes(quotient)
  to.add(0, 1)
  to.add(value % 2 ** parameter, parameter)
}

export function readRice(from: BitReader, parameter: number): number {
  const quotient = from.nextOnes(OUTLIER)
  return quotient === OUTLIER ? from.next(WHOLE_BITS) : quotient * 2 ** parameter + from.next(parameter)
}
