import { assert, constantFrom, maxSafeInteger, property } from 'fast-check'
import { expect, test } from 'vitest'
import { microsText, priceText } from '../../ui/parts/text/micros-text.ts'

test.each([
  [0, 2, '$0.00'],
  [9_200_000, 2, '$9.20'],
  [1_234_567_890_000, 2, '$1,234,567.89'],
  [4_999, 2, '$0.00'],
  [5_000, 2, '$0.01'],
  [-5_000, 2, '−$0.01'],
  [-4_999, 2, '$0.00'],
  [999_995_000, 2, '$1,000.00'],
  [12_345, 4, '$0.0123'],
  [1, 6, '$0.000001'],
  [1_500_000, 0, '$2'],
] as const)('%d micro-dollars with %d decimals are %s', (micros, decimals, text) => {
  expect(microsText(micros, decimals)).toBe(text)
})

test.each([
  [0, 2, '$0.00'],
  [4_999, 2, '< $0.01'],
  [-4_999, 2, '−< $0.01'],
  [5_000, 2, '$0.01'],
  [49, 4, '< $0.0001'],
] as const)('a price of %d micro-dollars with %d decimals never looks free: %s', (micros, decimals, text) => {
  expect(priceText(micros, decimals)).toBe(text)
})

test('six decimals are exact', () => {
  assert(
    property(maxSafeInteger(), (micros) => {
      const digits = microsText(micros, 6).replace('−', '-').replace(/[$,.]/g, '')
      expect(BigInt(digits)).toBe(BigInt(micros))
    }),
  )
})

test('rounding changes an amount by at most half of its last digit', () => {
  assert(
    property(maxSafeInteger(), constantFrom(0, 2, 4), (micros, decimals) => {
      const digits = microsText(micros, decimals).replace('−', '-').replace(/[$,.]/g, '')
      const distance = BigInt(digits) * 10n ** BigInt(6 - decimals) - BigInt(micros)
      const half = 10n ** BigInt(6 - decimals) / 2n
      expect(distance <= half && -distance <= half).toBe(true)
    }),
  )
})
