import { array, assert, boolean, constantFrom, integer, property, record, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { lineKey, sequenceOf, slotOf } from '../../../src/logs/merge/line-key.ts'
import { LineTimes } from '../../../src/logs/merge/line-times.ts'
import { type MergeSource, mergedRows, splitAt } from '../../../src/logs/merge/merged-rows.ts'

/** A log whose lines were written at these times, of which the first ones are no longer kept. */
const sourceOf = (slot: number, atMs: readonly number[], oldest = 1): MergeSource => {
  const times = new LineTimes()
  times.add(1, atMs)
  const count = Math.max(0, atMs.length - oldest + 1)
  return {
    slot,
    rows: {
      count,
      sequenceAt: (index) => (index >= 0 && index < count ? oldest + index : undefined),
      indexOf: (sequence) => Math.min(count, Math.max(0, sequence - oldest)),
    },
    timeOf: (sequence) => (sequence > atMs.length ? Number.POSITIVE_INFINITY : times.at(sequence)),
  }
}

const rowsOf = (sources: readonly MergeSource[]) =>
  mergedRows({
    list: () => sources,
    version: () => 0,
    timeOf: (slot, sequence) => sources.find((source) => source.slot === slot)?.timeOf(sequence),
  })

const keysOf = (sources: readonly MergeSource[]) => {
  const rows = rowsOf(sources)
  return Array.from({ length: rows.count }, (_, index) => rows.sequenceAt(index) ?? 0)
}

/** Sorts all lines, which the merge must not do. */
const sorted = (sources: readonly MergeSource[]): number[] =>
  sources
    .flatMap((source) =>
      Array.from({ length: source.rows.count }, (_, index) => {
        const sequence = source.rows.sequenceAt(index) ?? 0
        return { slot: source.slot, sequence, time: source.timeOf(sequence) }
      }),
    )
    .sort((a, b) => a.time - b.time || a.slot - b.slot || a.sequence - b.sequence)
    .map(({ slot, sequence }) => lineKey(slot, sequence))

const logs = array(
  record({ atMs: array(integer({ min: 0, max: 30 }), { maxLength: 25 }), oldest: integer({ min: 1, max: 8 }) }),
  {
    maxLength: 6,
  },
).map((all) => all.map(({ atMs, oldest }, slot) => sourceOf(slot * 3, atMs, oldest)))

test('lines of several logs are ordered by time, then by log, and each log keeps its own order', () => {
  const sources = [sourceOf(0, [10, 30, 30]), sourceOf(1, [20, 30, 25]), sourceOf(2, [])]
  expect(keysOf(sources).map((key) => `${slotOf(key)}:${sequenceOf(key)}`)).toEqual([
    '0:1',
    '1:1',
    '0:2',
    '0:3',
    '1:2',
    '1:3',
  ])
})

test('no line is lost or repeated, and each is found where it is', () => {
  assert(
    property(logs, (sources) => {
      const keys = keysOf(sources)
      expect(keys).toEqual(sorted(sources))
      const rows = rowsOf(sources)
      for (const [index, key] of keys.entries()) expect(rows.indexOf(key)).toBe(index)
    }),
  )
})

test('any position splits all logs into the lines before it and the others', () => {
  assert(
    property(logs, integer({ min: 0, max: 150 }), (sources, at) => {
      const keys = sorted(sources)
      const index = Math.min(at, keys.length)
      const before = keys.slice(0, index)
      expect(splitAt(sources, index)).toEqual(
        sources.map(({ slot }) => before.filter((key) => slotOf(key) === slot).length),
      )
    }),
  )
})

test('a line of a log that is not shown is found by its time, and one that does not exist at the end', () => {
  const [hidden, ...sources] = [sourceOf(0, [15]), sourceOf(1, [10, 20]), sourceOf(2, [5, 25])] as const
  const timeOf = (slot: number, sequence: number) =>
    [hidden, ...sources].find((source) => source.slot === slot)?.timeOf(sequence)
  const rows = mergedRows({ list: () => sources, version: () => 0, timeOf })
  expect(rows.indexOf(lineKey(0, 1))).toBe(2)
  expect(rows.indexOf(lineKey(1, 9))).toBe(4)
  expect(rows.indexOf(lineKey(7, 1))).toBe(4)
})

test('times never decrease within a log, in whatever order its lines load', () => {
  const piece = record({
    first: integer({ min: 1, max: 40 }),
    atMs: array(integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 }),
    isLive: boolean(),
  })
  assert(
    property(array(piece), integer({ min: 1, max: 20 }), (pieces, oldest) => {
      const times = new LineTimes()
      const known = new Map<number, number>()
      for (const { first, atMs, isLive } of pieces) {
        times.add(first, atMs, isLive)
        for (const [sequence, time] of known) expect(times.at(sequence)).toBe(time)
        for (const at of atMs.keys()) known.set(first + at, times.at(first + at))
      }
      times.dropBefore(oldest)
      const all = Array.from({ length: 60 }, (_, at) => times.at(oldest + at))
      expect(all).toEqual(all.toSorted((a, b) => a - b))
    }),
  )
})

test('a known time of a line places the unknown lines around it', () => {
  const times = new LineTimes()
  times.add(1, [0])
  times.add(101, [1000])
  expect(times.at(51)).toBe(500 * 1024)
  times.add(91, [10])
  expect(times.at(51)).toBeLessThan(10 * 1024)
  expect(times.at(96)).toBeGreaterThan(10 * 1024)
})

test('a live line that arrives up to a second late follows the newest line; a later one goes to its time', () => {
  const newest = { ticks: 0 }
  const [fast, slow] = [new LineTimes(newest), new LineTimes(newest)]
  fast.add(1, [5000], true)
  slow.add(1, [4500], true)
  fast.add(2, [5000], true)
  slow.add(2, [4600], false)
  expect(slow.at(1)).toBeGreaterThan(fast.at(1))
  expect(fast.at(2)).toBeGreaterThan(slow.at(1))
  const late = new LineTimes(newest)
  late.add(1, [3000], true)
  expect(late.at(1)).toBe(3000 * 1024)
})

test('a long log is split into runs, and lines that load later join them', () => {
  assert(
    property(uniqueArray(constantFrom(0, 1, 2, 3, 4, 5), { minLength: 6 }), (order) => {
      const times = new LineTimes()
      for (const part of order) {
        const first = 1 + part * 5000
        times.add(
          first,
          Array.from({ length: 5000 }, (_, at) => first + at),
        )
      }
      for (const sequence of [1, 4999, 8192, 8193, 20_000, 30_000]) expect(times.at(sequence)).toBe(sequence * 1024)
    }),
    { numRuns: 20 },
  )
})
