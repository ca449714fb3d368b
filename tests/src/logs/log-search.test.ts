import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { LogStore } from '../../../src/logs/store/log-store.ts'
import type { LogQuery, LogStoreEvent } from '../../../src/logs/store/log-store-message.ts'
import { batchOf, type WrittenLine } from '../../../src/rules/log-batch.ts'
import { matchPatternHere } from '../../fakes/in-process-log-store.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** Creates a store whose clock advances with each reading, so that every time slice is short. */
const keeping = (matchPattern = matchPatternHere) => {
  const received: LogStoreEvent[] = []
  let notify = () => {}
  let nowMs = 0
  const store = new LogStore(
    MAX_BYTES,
    (message) => {
      received.push(message)
      notify()
    },
    {
      nowMs: () => {
        nowMs += 20
        return nowMs
      },
      yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
      matchPattern,
    },
  )
  const isOver = (id: number) =>
    received.some((message) => message.kind === 'found' && message.id === id && !message.isSearching)
  const ended = (id: number) =>
    new Promise<void>((resolve) => {
      notify = () => isOver(id) && resolve()
      notify()
    })
  const found = (id: number) =>
    received.flatMap((message) => (message.kind === 'found' && message.id === id ? [...message.sequences] : []))
  return { store, received, found, ended }
}

const letters = constantFrom('a', 'B', 'b', 'ß', 'É', 'é', ' ', '1')
const coloured = oneof(
  { weight: 6, arbitrary: letters },
  constantFrom('\u001b[1m', '\u001b[38;5;1m', '\u001b[', '\u001b', '['),
)
const lineText = string({ unit: coloured, maxLength: 12 })
const line = record<WrittenLine>({
  atMs: constantFrom(0),
  stream: constantFrom('stdout', 'stderr', 'system'),
  text: lineText,
})

const isMatch = ({ find, as, matchCase, stream }: LogQuery, line: WrittenLine): boolean => {
  if (stream && line.stream !== stream) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches colour codes
  const text = line.text.replace(/\u001b\[[0-?]*[ -/]*[@-~]?/g, '')
  if (as === 'regex') return new RegExp(find, matchCase ? '' : 'i').test(text)
  return matchCase ? text.includes(find) : text.toLowerCase().includes(find.toLowerCase())
}

test('finds the same lines as a plain search, in whatever order the lines arrive', async () => {
  const query = record<LogQuery>(
    {
      find: string({ unit: letters, maxLength: 4 }),
      as: constantFrom('text', 'regex'),
      matchCase: boolean(),
      stream: constantFrom('stdout', 'stderr', 'system'),
    },
    { requiredKeys: ['find', 'as', 'matchCase'] },
  )
  const cuts = array(tuple(integer({ min: 0, max: 99 }), integer({ min: 1, max: 40 })), { maxLength: 8 })
  await assert(
    asyncProperty(array(line, { minLength: 100, maxLength: 100 }), query, cuts, async (lines, query, cuts) => {
      const { store, found, ended } = keeping()
      const held = new Set<number>()
      const add = ([from, count]: [number, number]) => {
        const part = lines.slice(from, from + count)
        store.handle({ kind: 'add', batches: [batchOf(part, from + 1)] })
        for (const at of part.keys()) held.add(from + at + 1)
      }
      cuts.slice(0, 4).forEach(add)
      store.handle({ kind: 'find', id: 1, query })
      cuts.slice(4).forEach(add)
      await ended(1)
      const expected = [...held].filter((sequence) => isMatch(query, lines[sequence - 1] as WrittenLine))
      await expect.poll(() => found(1).sort((a, b) => a - b), { interval: 1 }).toEqual(expected.sort((a, b) => a - b))
    }),
  )
})

const many = (count: number, text: (at: number) => string, first = 1) =>
  batchOf(
    Array.from({ length: count }, (_, at) => ({ atMs: 0, stream: 'stdout' as const, text: text(first + at) })),
    first,
  )

test('finds a JSON line in readable and raw form, or only in raw form without `readable`', async () => {
  const lines = ['{"level":50,"status":500,"url":"/é"}', 'status=500', '{"level":30,"status":200,"url":"/"}']
  const { store, found, ended } = keeping()
  store.handle({ kind: 'add', batches: [many(3, (at) => lines[at - 1] ?? '')] })
  const queries: [number[], LogQuery][] = [
    [[1, 2], { find: 'STATUS=500', as: 'text', matchCase: false, readable: true }],
    [[2], { find: 'STATUS=500', as: 'text', matchCase: false, readable: false }],
    [[1], { find: '"status":5', as: 'text', matchCase: true, readable: true }],
    [[1], { find: 'url=/É', as: 'text', matchCase: false, readable: true }],
    [[1], { find: 'ERROR', as: 'text', matchCase: true, readable: true }],
    [[1, 2], { find: '(^| )status=5\\d\\d', as: 'regex', matchCase: true, readable: true }],
    [[2], { find: '(^| )status=5\\d\\d', as: 'regex', matchCase: true }],
  ]
  for (const [at, [sequences, query]] of queries.entries()) {
    store.handle({ kind: 'find', id: at + 1, query })
    await ended(at + 1)
    expect(found(at + 1), JSON.stringify(query)).toEqual(sequences)
  }
})

test('a new query ends the previous one, and also searches lines that arrive later', async () => {
  const { store, found, ended, received } = keeping()
  store.handle({ kind: 'add', batches: [many(30_000, (at) => `line ${at} ${at % 3 === 0 ? 'fizz' : 'buzz'}`)] })
  store.handle({ kind: 'find', id: 1, query: { find: 'FIZZ', as: 'text', matchCase: false } })
  store.handle({ kind: 'find', id: 2, query: { find: 'buzz', as: 'text', matchCase: true } })
  await ended(2)
  expect(received.some((message) => message.kind === 'found' && message.id === 1 && !message.isSearching)).toBe(false)
  expect(found(2)).toHaveLength(20_000)
  store.handle({ kind: 'add', batches: [many(3, () => 'a buzz', 30_001)] })
  await expect.poll(() => found(2).slice(-3)).toEqual([30_001, 30_002, 30_003])
})

test('a pattern that takes too long gives an error message, and the lines stay', async () => {
  const { store, received } = keeping(() => Promise.reject(new Error('Too long.')))
  store.handle({ kind: 'add', batches: [many(10, (at) => `line ${at}`)] })
  store.handle({ kind: 'find', id: 1, query: { find: '(a+)+$', as: 'regex', matchCase: false } })
  await expect.poll(() => received).toEqual([{ kind: 'findFailed', id: 1, message: 'Too long.' }])
  store.handle({ kind: 'read', ranges: [{ first: 4, last: 5 }] })
  expect(received.at(-1)).toMatchObject({ kind: 'lines', batches: [{ text: 'line 4\nline 5' }] })
})

test('reports results in order, even if earlier lines arrive during the search', async () => {
  let letGo = () => {}
  const released = new Promise<void>((release) => {
    letGo = release
  })
  let resume = () => {}
  const isHeld = new Promise<void>((resolve) => {
    resume = resolve
  })
  const { store, received, ended } = keeping(async (lines, query) => {
    letGo()
    await isHeld
    return matchPatternHere(lines, query)
  })
  const wave: WrittenLine = { atMs: 0, stream: 'stdout', text: 'wave' }
  store.handle({ kind: 'add', batches: [batchOf([wave, wave], 50)] })
  store.handle({ kind: 'find', id: 1, query: { find: 'w', as: 'regex', matchCase: false } })
  await released
  store.handle({ kind: 'add', batches: [batchOf([wave], 7)] })
  resume()
  await ended(1)
  for (const message of received)
    if (message.kind === 'found')
      expect([...message.sequences]).toEqual([...message.sequences].toSorted((a, b) => a - b))
  expect(received.flatMap((message) => (message.kind === 'found' ? [...message.sequences] : []))).toHaveLength(3)
})
