import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeChunk, encodeChunk, openChunk } from '../../server/compute/logs/chunks/chunk-codec.ts'
import { cutBatch, joinBatches } from '../../server/compute/logs/chunks/join-batches.ts'
import { mergeable } from '../../server/compute/logs/chunks/merge-chunks.ts'
import { VarintReader, VarintWriter } from '../../server/compute/logs/chunks/varints.ts'
import { batchOf, linesOf } from '../../src/rules/log-batch.ts'

const line = fc.record({
  atMs: fc.nat({ max: 4_102_444_800_000 }),
  stream: fc.constantFrom('stdout' as const, 'stderr' as const, 'system' as const),
  text: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
})
const lines = fc.array(line, { minLength: 1, maxLength: 80 })

describe('a chunk of a log', () => {
  test('returns the lines that went in, small or compressed', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (written, first) => {
        const batch = batchOf(written, first)
        const chunk = encodeChunk(batch)
        expect({ ...batch, ...decodeChunk(chunk) }).toEqual(batch)
        expect(openChunk(chunk).text.toString()).toBe(batch.text)
      }),
    )
  })

  test('of an unknown format is rejected, not misread', () => {
    expect(() => decodeChunk(Uint8Array.of(1, 2, 3))).toThrow('unknown form 1')
    expect(() => decodeChunk(Uint8Array.of(2, 0x80))).toThrow('in the middle of a number')
  })

  test('holds whole numbers of any size, also negative ones', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (numbers) => {
        const writer = new VarintWriter()
        for (const number of numbers) writer.addSigned(number)
        const reader = new VarintReader(writer.bytes())
        expect(numbers.map(() => reader.nextSigned())).toEqual(numbers)
      }),
    )
  })
})

describe('batches', () => {
  test('that are cut and joined again hold the same lines, and each part has a small size', () => {
    const long = fc.record({
      ...linesShape,
      text: fc.integer({ min: 0, max: 70_000 }).map((length) => 'x'.repeat(length)),
    })
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 9, arbitrary: line }, long), { minLength: 1, maxLength: 60 }),
        (written) => {
          const batch = batchOf(written, 7)
          const cut = cutBatch(batch)
          expect(joinBatches(cut)).toEqual([batch])
          expect(cut.flatMap(linesOf)).toEqual(linesOf(batch))
          for (const { text, atMs } of cut) expect(text.length <= 262_144 || atMs.length === 1).toBe(true)
        },
      ),
      { numRuns: 50 },
    )
    const many = Array.from({ length: 5000 }, (_, atMs) => ({ atMs, stream: 'stdout' as const, text: 'a' }))
    expect(cutBatch(batchOf(many, 1)).map(({ first, sequence }) => [first, sequence])).toEqual([
      [1, 2000],
      [2001, 4000],
      [4001, 5000],
    ])
  })

  test('with a gap between them are not joined', () => {
    const [one, two] = [
      batchOf([{ atMs: 1, stream: 'stdout', text: 'a' }], 1),
      batchOf([{ atMs: 2, stream: 'stdout', text: 'b' }], 3),
    ]
    expect(joinBatches([one, two])).toEqual([one, two])
  })
})

const linesShape = { atMs: fc.nat(), stream: fc.constant('stdout' as const) }

test('small chunks are merged so that each line is rewritten only a few times, and no chunk becomes too large', () => {
  const sizes: number[] = []
  let rewritten = 0
  for (let write = 1; write <= 20_000; write += 1) {
    sizes.unshift(200)
    if (write % 128 !== 0) continue
    const taken = sizes.splice(0, mergeable(sizes))
    const merged = taken.reduce((sum, bytes) => sum + bytes, 0)
    rewritten += merged
    sizes.unshift(merged)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(524_288)
  expect(rewritten / (20_000 * 200)).toBeLessThan(8)
  expect(sizes.length).toBeLessThan(60)
})
