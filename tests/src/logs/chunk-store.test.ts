import { array, assert, constantFrom, integer, property, record, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { LogStream } from '../../../src/contract/wire/log.ts'
import { ChunkStore } from '../../../src/logs/store/chunk-store.ts'
import { batchOf, linesOf } from '../../../src/rules/log-batch.ts'

const UNBOUNDED = Number.POSITIVE_INFINITY
const streams: LogStream[] = ['stdout', 'stderr', 'system']

/** Returns the line with a sequence number, which is the same in every batch. */
const written = (sequence: number, texts: readonly string[]) => ({
  atMs: 1_700_000_000_000 + sequence * 7,
  stream: streams[sequence % 3] ?? 'stdout',
  text: texts[sequence % texts.length] ?? '',
})

const batch = (first: number, count: number, texts: readonly string[]) =>
  batchOf(
    Array.from({ length: count }, (_, at) => written(first + at, texts)),
    first,
  )

const lineText = string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\n', ' '))
const texts = array(lineText, { minLength: 1, maxLength: 5 })
const range = tuple(integer({ min: 1, max: 300 }), integer({ min: 1, max: 80 }))

test('stores each line once and unchanged, from batches in any order with gaps and repeats', () => {
  assert(
    property(array(range, { minLength: 1, maxLength: 25 }), texts, range, (ranges, texts, [first, count]) => {
      const chunkStore = new ChunkStore(UNBOUNDED)
      for (const [from, length] of ranges) chunkStore.add(batch(from, length, texts))
      const last = first + count - 1
      const isHeld = (sequence: number) => ranges.some(([from, length]) => sequence >= from && sequence < from + length)
      const expected = batch(first, count, texts)
      const lines = chunkStore.read({ first, last }).flatMap(linesOf)
      expect(lines).toEqual(linesOf(expected).filter(({ sequence }) => isHeld(sequence)))
    }),
  )
})

test('stays within its memory limit, keeps the newest line, and reports what it drops', () => {
  const step = record({ at: range, kind: constantFrom('tail', 'fill') })
  assert(
    property(array(step, { minLength: 1, maxLength: 60 }), integer({ min: 1, max: 300 }), (steps, view) => {
      const wide = ['x'.repeat(900)]
      const most = 120_000
      const chunkStore = new ChunkStore(most)
      const held = new Set<number>()
      let head = 1000
      for (const {
        at: [first, count],
        kind,
      } of steps) {
        const from = kind === 'tail' ? head + 1 : first
        const added = batch(from, count, wide)
        head = Math.max(head, added.sequence)
        chunkStore.add(added)
        for (let sequence = from; sequence <= added.sequence; sequence += 1) held.add(sequence)
        for (const left of chunkStore.dropSurplus([{ first: view, last: view + 5 }])) {
          for (let sequence = left.first; sequence <= left.last; sequence += 1) held.delete(sequence)
        }
        expect(chunkStore.size <= most || chunkStore.chunks.length === 1).toBe(true)
      }
      const lines = chunkStore.read({ first: 1, last: head }).flatMap(linesOf)
      expect(lines.map(({ sequence }) => sequence)).toEqual([...held].sort((a, b) => a - b))
      if (steps.at(-1)?.kind === 'tail') expect(held.has(head)).toBe(true)
    }),
  )
})

test('drops the chunk that is furthest from the view and from the end first', () => {
  const line = ['y'.repeat(1000)]
  const chunkStore = new ChunkStore(330_000)
  for (const first of [1, 10_000, 20_000, 30_000]) chunkStore.add(batch(first, 100, line))
  expect(chunkStore.dropSurplus([{ first: 10_020, last: 10_060 }])).toEqual([{ first: 20_000, last: 20_099 }])
})

test('many lines take less than 14 bytes each beyond their text', () => {
  const text = `${'a'.repeat(89)}`
  const chunkStore = new ChunkStore(UNBOUNDED)
  const lines = 100_000
  for (let first = 1; first <= lines; first += 1000) chunkStore.add(batch(first, 1000, [text]))
  expect(chunkStore.size / lines).toBeLessThan(90 + 14)
  expect(chunkStore.read({ first: 77_777, last: 77_777 }).flatMap(linesOf)).toEqual(linesOf(batch(77_777, 1, [text])))
})

test('keeps a line that is longer than a chunk', () => {
  const chunkStore = new ChunkStore(UNBOUNDED)
  const long = 'z'.repeat(400_000)
  chunkStore.add(batch(1, 3, ['short', long, '']))
  expect(chunkStore.read({ first: 1, last: 3 }).flatMap(linesOf)).toEqual(linesOf(batch(1, 3, ['short', long, ''])))
})
