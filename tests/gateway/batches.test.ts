import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf } from '../../server/gateway/control/batches.ts'

test('batches keep all items in order, within both limits unless one item alone is beyond them', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), (weights) => {
      const batches = batchesOf(weights, { maxItems: 5, maxWeight: 60, weightOf: (weight) => weight })
      expect(batches.flat()).toEqual(weights)
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(5)
        if (batch.length > 1) expect(batch.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(60)
      }
    }),
  )
})
