import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../server/compute/metrics/codec/block-codec.ts'
import { columns, latencyColumn } from '../../server/compute/metrics/columns.ts'
import { coarsen } from '../../server/compute/metrics/rollup/coarsen.ts'
import { addBlock, addSample, placeBlock } from '../../server/compute/metrics/rollup/join-blocks.ts'

const blockOf = (given: Record<number, (number | null)[]>): Block => ({
  points: Object.values(given)[0]?.length ?? 0,
  columns: new Map(Object.entries(given).map(([id, column]) => [Number(id), column])),
})
const empty = (points: number): Block => ({ points, columns: new Map() })

describe('coarser points', () => {
  test('have the mean of what was measured, the sum of what was counted, and the greatest', () => {
    const coarse = coarsen(
      blockOf({
        [columns.cpu.id]: [10, 20, null, 100],
        [columns.connections.id]: [1, 1, 3, 3],
        [columns.status2xx.id]: [5, 0, 1, 1],
        [latencyColumn(7)]: [5, 0, 1, 1],
      }),
      2,
    )
    expect(coarse.points).toBe(2)
    expect(coarse.columns.get(columns.cpu.id)).toEqual([15, 100])
    expect(coarse.columns.get(columns.cpuMax.id)).toEqual([20, 100])
    expect(coarse.columns.get(columns.engineSamples.id)).toEqual([2, 1])
    expect(coarse.columns.get(columns.status2xx.id)).toEqual([5, 2])
    expect(coarse.columns.get(columns.requestsMax.id)).toEqual([5, 1])
    expect(coarse.columns.get(latencyColumn(7))).toEqual([5, 2])
  })

  test('are null where nothing was measured, never zero', () => {
    const coarse = coarsen(blockOf({ [columns.memory.id]: [null, null, 4, null] }), 2)
    expect(coarse.columns.get(columns.memory.id)).toEqual([null, 4])
    expect(coarse.columns.get(columns.engineSamples.id)).toEqual([null, 1])
  })

  test('in two steps are those of one step, within rounding', () => {
    const column = fc.array(fc.option(fc.nat(1000)), { minLength: 90, maxLength: 90 })
    fc.assert(
      fc.property(column, column, (cpu, requests) => {
        const fine = blockOf({
          [columns.cpu.id]: cpu,
          [columns.status2xx.id]: requests,
          [columns.connections.id]: requests.map((count) => count && 1),
        })
        const stepped = coarsen(coarsen(fine, 6), 15)
        const direct = coarsen(fine, 90)
        for (const id of [columns.status2xx.id, columns.engineSamples.id, columns.cpuMax.id, columns.requestsMax.id])
          expect(stepped.columns.get(id)).toEqual(direct.columns.get(id))
        const [mean, exact] = [stepped, direct].map((block) => block.columns.get(columns.cpu.id)?.[0] ?? 0)
        expect(Math.abs((mean ?? 0) - (exact ?? 0))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('joining blocks', () => {
  test('keeps what an engine measured first, and adds what several gateways counted', () => {
    const block = empty(2)
    addSample(block, 0, new Map([[columns.cpu.id, 10]]))
    addSample(
      block,
      0,
      new Map([
        [columns.cpu.id, 99],
        [columns.status2xx.id, 3],
      ]),
    )
    addSample(block, 0, new Map([[columns.status2xx.id, 4]]))
    addSample(block, 5, new Map([[columns.cpu.id, 1]]))
    expect(block.columns).toEqual(
      new Map([
        [columns.cpu.id, [10, null]],
        [columns.status2xx.id, [7, null]],
      ]),
    )
  })

  test('fills the gaps of a block that is stored already', () => {
    const stored = blockOf({ [columns.cpu.id]: [1, null] })
    addBlock(stored, blockOf({ [columns.cpu.id]: [9, 2] }))
    expect(stored.columns.get(columns.cpu.id)).toEqual([1, 2])
  })

  test('places a part at its time', () => {
    const day = empty(4)
    placeBlock(day, blockOf({ [columns.cpu.id]: [7, 8] }), 2)
    expect(day.columns.get(columns.cpu.id)).toEqual([null, null, 7, 8])
  })
})
