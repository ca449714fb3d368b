import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadingZeroBits } from '../../src/core/proof-of-work.ts'

test('counts the zero bits at the start of a hash, as in its binary form', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat(4), (bytes, zeros) => {
      const hash = new Uint8Array([...new Uint8Array(zeros), ...bytes])
      const binary = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
      expect(leadingZeroBits(hash)).toBe(/^0*/.exec(binary)?.[0].length)
    }),
  )
})
