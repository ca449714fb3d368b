import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { createLogBuffer } from '../../../src/logs/buffer/create-log-buffer.ts'
import { FoundSequences } from '../../../src/logs/buffer/found-sequences.ts'
import { LoadedRanges } from '../../../src/logs/buffer/loaded-ranges.ts'
import { createLogBuffers } from '../../../src/logs/log-buffers.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import { inProcessLogStore } from '../../fakes/in-process-log-store.ts'

const lines = (first: number, last: number): LogBatch =>
  batchOf(
    Array.from({ length: last - first + 1 }, (_, at) => ({ atMs: at, stream: 'stdout', text: `line ${first + at}` })),
    first,
  )

const bufferOf = (maxBytes?: number) =>
  createLogBuffers(inProcessLogStore(), maxBytes).of('deployment/1/logs', createLogBuffer)

test('received lines are available at once and extend the range', () => {
  const buffer = bufferOf()
  expect(buffer.extent()).toEqual({ oldest: 1, head: 0 })
  buffer.receive([lines(5, 9)])
  expect(buffer.extent()).toEqual({ oldest: 5, head: 9 })
  expect(buffer.line(9)?.log).toBe('line 9')
  buffer.fill([], { oldest: 1, head: 9 })
  expect(buffer.extent()).toEqual({ oldest: 1, head: 9 })
})

test('loads distant lines from the store when they become visible', async () => {
  const buffer = bufferOf()
  buffer.receive([lines(1, 20_000)])
  expect(buffer.line(200)).toBeUndefined()
  buffer.setVisibleLines({ first: 180, last: 220 })
  await expect.poll(() => buffer.line(200)?.log).toBe('line 200')
  expect(buffer.missing()).toBeNull()
  buffer.receive([lines(20_001, 40_000)])
  expect(buffer.line(200)?.log).toBe('line 200')
})

test('visible lines stay loaded while the log grows', () => {
  const buffer = bufferOf()
  buffer.receive([lines(1, 1000)])
  buffer.setVisibleLines({ first: 950, last: 1000 })
  for (let first = 1001; first < 20_000; first += 500) buffer.receive([lines(first, first + 499)])
  expect(buffer.line(975)?.log).toBe('line 975')
})

test('decodes the lines that are read, not all that arrive', () => {
  const buffer = bufferOf()
  const decoded = vi.spyOn(Date.prototype, 'toISOString')
  buffer.receive([lines(1, 100)])
  buffer.setVisibleLines({ first: 90, last: 100 })
  for (let first = 101; first < 5000; first += 100) buffer.receive([lines(first, first + 99)])
  expect(decoded).not.toHaveBeenCalled()
  expect([buffer.line(95)?.log, buffer.line(4950)?.log]).toEqual(['line 95', 'line 4950'])
  expect(decoded).toHaveBeenCalledTimes(2)
  decoded.mockRestore()
})

test('only visible lines that are not loaded are missing', async () => {
  const buffer = bufferOf()
  buffer.receive([lines(1, 100), { kind: 'gap', first: 101, sequence: 200 }, lines(201, 300)])
  expect(buffer.missing()).toBeNull()
  buffer.setVisibleLines({ first: 90, last: 150 })
  expect(buffer.missing()).toEqual({ first: 101, last: 150 })
  expect(await buffer.holes()).toEqual([{ first: 101, last: 200 }])
  buffer.fill([lines(101, 200)], { oldest: 1, head: 300 })
  expect(buffer.missing()).toBeNull()
  expect(buffer.line(150)?.log).toBe('line 150')
  expect((await buffer.lines({ first: 99, last: 101 }))?.map(({ log }) => log)).toEqual([
    'line 99',
    'line 100',
    'line 101',
  ])
})

test('loads only the selected ones of scattered lines, and reports the missing ones', async () => {
  const buffer = bufferOf()
  buffer.receive([lines(1, 10_000), { kind: 'gap', first: 10_001, sequence: 11_000 }, lines(11_001, 20_000)])
  buffer.setVisibleLines({ first: 10, last: 19_000 }, [10, 5000, 10_500, 10_501, 10_700, 19_000])
  await expect.poll(() => buffer.line(5000)?.log).toBe('line 5000')
  expect(buffer.line(5001)).toBeUndefined()
  expect(buffer.missing()).toEqual({ first: 10_500, last: 10_501 })
})

test('dropped lines are missing again', async () => {
  const buffer = bufferOf(400_000)
  buffer.receive([lines(1, 4000)])
  for (let first = 4001; first < 40_000; first += 4000) buffer.receive([lines(first, first + 3999)])
  buffer.setVisibleLines({ first: 5000, last: 5020 })
  await expect.poll(() => buffer.missing()).toEqual({ first: 5000, last: 5020 })
  expect(await buffer.lines({ first: 5000, last: 5020 })).toBeNull()
})

test('counts found lines once, including those of the server', async () => {
  const buffer = bufferOf()
  buffer.receive([lines(101, 400)])
  buffer.find({ find: 'LINE 25', as: 'text', matchCase: false })
  expect(buffer.found().isSearching).toBe(true)
  await expect.poll(() => buffer.found().isSearching).toBe(false)
  expect(buffer.found().count).toBe(10)
  buffer.fill([], { oldest: 1, head: 400 })
  buffer.addFound([255, 25])
  expect(buffer.found().count).toBe(11)
  expect(buffer.found().sequenceAt(0)).toBe(25)
  expect(buffer.found().indexOf(26)).toBe(1)
  buffer.fill([], { oldest: 50, head: 400 })
  expect(buffer.found().count).toBe(10)
  expect(buffer.found().sequenceAt(0)).toBe(250)
  buffer.find(null)
  expect(buffer.found().count).toBe(0)
})

test('an invalid pattern gives an error and starts no search', () => {
  const buffer = bufferOf()
  buffer.find({ find: '(', as: 'regex', matchCase: false })
  expect(buffer.found()).toMatchObject({ isSearching: false, error: expect.stringContaining('unterminated group') })
})

test('opens the store with its first command, not when views read or subscribe', () => {
  const open = vi.fn(inProcessLogStore())
  const buffer = createLogBuffer(open, 1000, { ticks: 0 })
  buffer.subscribe(() => {})()
  expect([buffer.extent().head, buffer.line(1), buffer.missing(), buffer.found().count]).toEqual([
    0,
    undefined,
    null,
    0,
  ])
  buffer.end()
  expect(open).not.toHaveBeenCalled()
  buffer.find({ find: 'x', as: 'text', matchCase: false })
  expect(open).toHaveBeenCalledOnce()
})

test('evicts buffers that lost their subscribers when others open, and keeps those with one and new ones', () => {
  const buffers = createLogBuffers(inProcessLogStore())
  const read = buffers.of('read', createLogBuffer)
  const stop = read.subscribe(() => {})
  const first = buffers.of('first', createLogBuffer)
  first.subscribe(() => {})()
  for (const topic of ['second', 'third', 'fourth']) buffers.of(topic, createLogBuffer).subscribe(() => {})()
  const again = buffers.of('second', createLogBuffer)
  const opening = ['fifth', 'sixth', 'seventh', 'eighth'].map((topic) => buffers.of(topic, createLogBuffer))
  expect(buffers.of('fifth', createLogBuffer), 'a page opens its logs before it subscribes').toBe(opening[0])
  expect(buffers.of('second', createLogBuffer)).toBe(again)
  expect(buffers.of('read', createLogBuffer)).toBe(read)
  expect(buffers.of('first', createLogBuffer)).not.toBe(first)
  stop()
})

const range = tuple(integer({ min: 1, max: 60 }), integer({ min: 0, max: 20 }))

test('loaded ranges behave like a set of numbers', () => {
  assert(
    property(array(tuple(integer({ min: 0, max: 1 }), range)), range, (steps, [from, length]) => {
      const ranges = new LoadedRanges()
      const numbers = new Set<number>()
      for (const [adds, [first, more]] of steps) {
        if (adds === 1) ranges.add({ first, last: first + more })
        else ranges.remove({ first, last: first + more })
        for (let at = first; at <= first + more; at += 1) adds === 1 ? numbers.add(at) : numbers.delete(at)
      }
      const holes = ranges.holesIn({ first: from, last: from + length })
      for (let at = from; at <= from + length; at += 1) {
        expect(ranges.has(at)).toBe(numbers.has(at))
        expect(holes.some(({ first, last }) => at >= first && at <= last)).toBe(!numbers.has(at))
      }
    }),
  )
})

test('found numbers are sorted and unique, in whatever order they are added', () => {
  const sorted = array(integer({ min: 1, max: 200 })).map((all) => [...new Set(all)].sort((a, b) => a - b))
  assert(
    property(array(sorted), integer({ min: 0, max: 220 }), (parts, oldest) => {
      const found = new FoundSequences(0)
      for (const part of parts) found.add(part)
      found.dropBefore(oldest)
      const expected = [...new Set(parts.flat())].filter((at) => at >= oldest).sort((a, b) => a - b)
      expect(Array.from({ length: found.count }, (_, at) => found.sequenceAt(at))).toEqual(expected)
      for (const [index, sequence] of expected.entries()) expect(found.indexOf(sequence)).toBe(index)
    }),
  )
})
