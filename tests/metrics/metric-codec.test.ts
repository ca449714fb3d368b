import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBlock, encodeBlock } from '../../server/compute/metrics/codec/block-codec.ts'
import { decodeTick, encodeTick } from '../../server/compute/metrics/codec/tick-codec.ts'

/** Beyond any number of bytes. */
const MAX_STORED = 2 ** 50
const value = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: MAX_STORED }))
const id = fc.integer({ min: 1, max: 200 })
const block = fc.integer({ min: 0, max: 120 }).chain((points) =>
  fc
    .uniqueArray(fc.tuple(id, fc.array(fc.option(value), { minLength: points, maxLength: points })), {
      selector: ([each]) => each,
      maxLength: 8,
    })
    .map((entries) => ({ points, columns: new Map(entries) })),
)
const tick = fc
  .uniqueArray(fc.tuple(fc.uuid(), fc.array(fc.tuple(id, value), { maxLength: 12 })), { selector: ([each]) => each })
  .map((entries) => new Map(entries.map(([replica, sample]) => [replica, new Map(sample)])))

describe('the codec of metrics', () => {
  test('decodes every block to what was encoded, gaps included', () => {
    fc.assert(
      fc.property(block, (given) => {
        expect(decodeBlock(encodeBlock(given))).toEqual(given)
      }),
    )
  })

  test('decodes some columns of a block to what they are in all of it', () => {
    fc.assert(
      fc.property(block, fc.func(fc.boolean()), (given, isNeeded) => {
        const columns = new Map([...given.columns].filter(([column]) => isNeeded(column)))
        expect(decodeBlock(encodeBlock(given), isNeeded)).toEqual({ points: given.points, columns })
      }),
    )
  })

  test('decodes every tick to what was encoded, whole or in part', () => {
    fc.assert(
      fc.property(tick, (given) => {
        const bytes = encodeTick(given)
        expect(decodeTick(bytes)).toEqual(given)
        const some = [...given].slice(0, 2)
        expect(decodeTick(bytes, { ids: new Set(some.map(([replica]) => replica)) })).toEqual(new Map(some))
      }),
    )
  })

  test('rejects damaged blocks instead of returning wrong numbers', () => {
    const whole = encodeBlock({ points: 3, columns: new Map([[1, [1, 200, 3]]]) })
    expect(() => decodeBlock(whole.subarray(0, whole.length - 1))).toThrow()
    expect(() => decodeBlock(Buffer.from('no block'))).toThrow()
  })
})
