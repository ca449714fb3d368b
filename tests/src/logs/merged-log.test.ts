import { expect, test } from 'vitest'
import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { createLogBuffer } from '../../../src/logs/buffer/create-log-buffer.ts'
import { createLogBuffers } from '../../../src/logs/log-buffers.ts'
import { lineKey } from '../../../src/logs/merge/line-key.ts'
import { createMergedLog, type ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import { inProcessLogStore } from '../../fakes/in-process-log-store.ts'

/** Lines named by a letter and their number, the first at a time and each of the others a period later. */
const lines = (name: string, first: number, count: number, fromMs: number, everyMs = 10): LogBatch =>
  batchOf(
    Array.from({ length: count }, (_, at) => ({
      atMs: fromMs + at * everyMs,
      stream: 'stdout',
      text: `${name}${first + at}`,
    })),
    first,
  )

const logsOf = (...names: string[]) => {
  const buffers = createLogBuffers(inProcessLogStore())
  const merged = createMergedLog()
  const all = names.map((name, slot) => {
    const buffer = buffers.of(name, createLogBuffer, names.length)
    return { buffer, remove: merged.add({ slot, label: name, buffer }) }
  })
  return { merged, all: all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]] }
}

const textsOf = (log: ViewedLog): (string | undefined)[] =>
  Array.from({ length: log.rows.count }, (_, index) => log.line(log.rows.sequenceAt(index) ?? 0)?.log)

test('logs whose lines arrive one after the other are one log by time', () => {
  const { merged, all } = logsOf('a', 'b')
  all[0].buffer.receive([lines('a', 1, 3, 1000)])
  all[1].buffer.receive([lines('b', 1, 3, 1005)])
  expect(textsOf(merged)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  expect(merged.extent()).toEqual({ oldest: 1, head: 6 })
})

test('live lines are added at the end as they arrive, and those of a reconnection go to their time', () => {
  const { merged, all } = logsOf('a', 'b')
  all[0].buffer.receive([lines('a', 1, 1, 10_000)])
  all[1].buffer.receive([lines('b', 1, 1, 10_000)])
  all[0].buffer.receive([lines('a', 2, 1, 10_500)])
  all[1].buffer.receive([lines('b', 2, 1, 10_400)])
  expect(textsOf(merged)).toEqual(['a1', 'b1', 'a2', 'b2'])
  all[0].buffer.receive([lines('a', 3, 3, 20_000, 5000)])
  all[1].buffer.receive([lines('b', 3, 3, 19_000, 5000)])
  expect(textsOf(merged).slice(4)).toEqual(['b3', 'a3', 'b4', 'a4', 'a5', 'b5'])
})

test('lines that are sent again, as after a change of the leader tab, count once', () => {
  const { merged, all } = logsOf('a', 'b')
  all[1].buffer.receive([lines('b', 1, 1, 1005)])
  for (let time = 0; time < 2; time += 1) all[0].buffer.receive([lines('a', 1, 2, 1000), lines('a', 3, 1, 1020)])
  expect(textsOf(merged)).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a log joins and leaves without a change of the lines of the others', () => {
  const { merged, all } = logsOf('a', 'b')
  let changes = 0
  merged.subscribe(() => {
    changes += 1
  })
  all[0].buffer.receive([lines('a', 1, 2, 1000)])
  all[1].buffer.receive([lines('b', 1, 1, 1005)])
  const line = merged.rows.sequenceAt(1) ?? 0
  all[1].remove()
  expect(textsOf(merged)).toEqual(['a1', 'a2'])
  expect(merged.rows.indexOf(line), 'the place of its line').toBe(1)
  merged.add({ slot: 1, label: 'b', buffer: all[1].buffer })
  expect(textsOf(merged)).toEqual(['a1', 'b1', 'a2'])
  expect(changes).toBe(4)
})

test('a log that joins while others are followed has its earlier lines at their times, and its live ones at the end', () => {
  const { merged, all } = logsOf('a', 'b', 'c')
  const [, { buffer: b }, { buffer: c, remove }] = all
  remove()
  all[0].buffer.receive([lines('a', 1, 3, 10_000)])
  b.receive([lines('b', 1, 3, 10_005)])
  const followed = merged.rows.sequenceAt(4) ?? 0
  merged.add({ slot: 2, label: 'c', buffer: c })
  expect(merged.extent(), 'before it has lines').toEqual({ oldest: 1, head: 6 })
  c.fill([lines('c', 1, 2, 9000)], { oldest: 1, head: 2 })
  expect(textsOf(merged)).toEqual(['c1', 'c2', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  expect(merged.rows.indexOf(followed), 'the line that is followed moves with the others').toBe(6)
  c.receive([lines('c', 3, 1, 10_010)])
  all[0].buffer.receive([lines('a', 4, 1, 10_030)])
  expect(textsOf(merged).slice(-3)).toEqual(['b3', 'c3', 'a4'])
})

test('lines of a log that may belong among the visible ones are missing until they are loaded', () => {
  const { merged, all } = logsOf('a', 'b')
  const [{ buffer: a }, { buffer: b }] = all
  a.receive([lines('a', 901, 100, 9000)])
  b.fill([], { oldest: 1, head: 50 })
  b.addTimes([
    { sequence: 1, atMs: 0 },
    { sequence: 50, atMs: 9985 },
  ])
  const visible = Array.from({ length: 20 }, (_, at) => merged.rows.sequenceAt(merged.rows.count - 20 + at) ?? 0)
  merged.setVisibleLines({ first: visible[0] ?? 0, last: visible.at(-1) ?? 0 }, visible)
  expect(b.missing()).toEqual({ first: 49, last: 50 })
  expect(a.missing()).toBeNull()
})

test('lines that load are placed by their own times, not where they were expected', () => {
  const { merged, all } = logsOf('a', 'b')
  const [{ buffer: a }, { buffer: b }] = all
  a.receive([lines('a', 1, 4, 1000, 100)])
  b.fill([], { oldest: 1, head: 3 })
  b.addTimes([
    { sequence: 1, atMs: 1050 },
    { sequence: 3, atMs: 1250 },
  ])
  expect(merged.rows.indexOf(lineKey(1, 2))).toBe(3)
  b.fill([lines('b', 1, 3, 1050, 5)], { oldest: 1, head: 3 })
  expect(textsOf(merged)).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'b3', 'a4'])
})

test('the lines of a range of several logs name their log; those of one do not', async () => {
  const { merged, all } = logsOf('web 1', 'web 2')
  all[0].buffer.receive([lines('a', 1, 2, 1000)])
  all[1].buffer.receive([lines('b', 1, 2, 1005)])
  const range = { first: lineKey(1, 1), last: lineKey(1, 2) }
  expect(merged.countLines(range)).toBe(3)
  const named = async () => (await merged.lines(range))?.map(({ replica, sequence, log }) => [replica, sequence, log])
  expect(await named()).toEqual([
    ['web 2', 1, 'b1'],
    ['web 1', 2, 'a2'],
    ['web 2', 2, 'b2'],
  ])
  all[0].remove()
  expect(await named()).toEqual([
    [undefined, 1, 'b1'],
    [undefined, 2, 'b2'],
  ])
})

test('matches of all logs are in the order of their lines', async () => {
  const { merged, all } = logsOf('a', 'b')
  for (const { buffer } of all) buffer.find({ find: '1', as: 'text', matchCase: false })
  all[0].buffer.receive([lines('a', 1, 12, 1000)])
  all[1].buffer.receive([lines('b', 1, 2, 1055)])
  await expect.poll(() => merged.found().isSearching).toBe(false)
  const found = merged.found()
  const keys = Array.from({ length: found.count }, (_, index) => found.sequenceAt(index) ?? 0)
  expect(keys.map((key) => merged.line(key)?.log)).toEqual(['a1', 'b1', 'a10', 'a11', 'a12'])
  expect(found.indexOf(lineKey(0, 3))).toBe(1)
})

test('a cleared view shows the lines that come, also of a log that joins', () => {
  const { merged, all } = logsOf('a', 'b')
  all[0].buffer.receive([lines('a', 1, 2, 1000)])
  all[1].remove()
  const rows = merged.rowsFromNow()
  expect(rows.count).toBe(0)
  all[0].buffer.receive([lines('a', 3, 1, 2000)])
  all[1].buffer.receive([lines('b', 1, 1, 2001)])
  merged.add({ slot: 1, label: 'b', buffer: all[1].buffer })
  expect([rows.sequenceAt(0), rows.sequenceAt(1), rows.count]).toEqual([lineKey(0, 3), lineKey(1, 1), 2])
})

test('the log with the first line at or after a time is found', () => {
  const { merged, all } = logsOf('a', 'b')
  all[0].buffer.receive([lines('a', 1, 1, 1000)])
  all[1].buffer.receive([lines('b', 1, 1, 2000)])
  expect([500, 1500, 9000].map((atMs) => merged.sourceAt(atMs)?.label)).toEqual(['a', 'b', 'b'])
})
