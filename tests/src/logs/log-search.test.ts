import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { FromKeeper } from '../../../src/logs/keeper/keeper-message.ts'
import { LogKeeper } from '../../../src/logs/keeper/log-keeper.ts'
import type { LogQuery } from '../../../src/logs/log-book.ts'
import { batchOf, type WrittenLine } from '../../../src/rules/log-batch.ts'
import { matchPatternHere } from '../../fakes/keeper-here.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** A keeper on a clock that moves on by itself, so that every slice of work is a short one. */
const keeping = (matchPattern = matchPatternHere) => {
  const heard: FromKeeper[] = []
  let told = () => {}
  let nowMs = 0
  const keeper = new LogKeeper(
    MOST_BYTES,
    (message) => {
      heard.push(message)
      told()
    },
    {
      nowMs: () => {
        nowMs += 20
        return nowMs
      },
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      matchPattern,
    },
  )
  const isOver = (id: number) =>
    heard.some((message) => message.kind === 'found' && message.id === id && !message.isSearching)
  const ended = (id: number) =>
    new Promise<void>((resolve) => {
      told = () => isOver(id) && resolve()
      told()
    })
  const found = (id: number) =>
    heard.flatMap((message) => (message.kind === 'found' && message.id === id ? [...message.sequences] : []))
  return { keeper, heard, found, ended }
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what colours a line
  const text = line.text.replace(/\u001b\[[0-?]*[ -/]*[@-~]?/g, '')
  if (as === 'regex') return new RegExp(find, matchCase ? '' : 'i').test(text)
  return matchCase ? text.includes(find) : text.toLowerCase().includes(find.toLowerCase())
}

test('a search finds what a plain search of every line finds, whatever the order in which the lines came', async () => {
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
      const { keeper, found, ended } = keeping()
      const held = new Set<number>()
      const add = ([from, count]: [number, number]) => {
        const part = lines.slice(from, from + count)
        keeper.hear({ kind: 'add', batches: [batchOf(part, from + 1)] })
        for (const at of part.keys()) held.add(from + at + 1)
      }
      cuts.slice(0, 4).forEach(add)
      keeper.hear({ kind: 'find', id: 1, query })
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

test('a JSON line is found by what it shows and by what was written, unless only the written counts', async () => {
  const lines = ['{"level":50,"status":500,"url":"/é"}', 'status=500', '{"level":30,"status":200,"url":"/"}']
  const { keeper, found, ended } = keeping()
  keeper.hear({ kind: 'add', batches: [many(3, (at) => lines[at - 1] ?? '')] })
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
    keeper.hear({ kind: 'find', id: at + 1, query })
    await ended(at + 1)
    expect(found(at + 1), JSON.stringify(query)).toEqual(sequences)
  }
})

test('a newer query ends an older one, and lines that come later are searched too', async () => {
  const { keeper, found, ended, heard } = keeping()
  keeper.hear({ kind: 'add', batches: [many(30_000, (at) => `line ${at} ${at % 3 === 0 ? 'fizz' : 'buzz'}`)] })
  keeper.hear({ kind: 'find', id: 1, query: { find: 'FIZZ', as: 'text', matchCase: false } })
  keeper.hear({ kind: 'find', id: 2, query: { find: 'buzz', as: 'text', matchCase: true } })
  await ended(2)
  expect(heard.some((message) => message.kind === 'found' && message.id === 1 && !message.isSearching)).toBe(false)
  expect(found(2)).toHaveLength(20_000)
  keeper.hear({ kind: 'add', batches: [many(3, () => 'a buzz', 30_001)] })
  await expect.poll(() => found(2).slice(-3)).toEqual([30_001, 30_002, 30_003])
})

test('a pattern that takes too long is told in words, and the lines stay', async () => {
  const { keeper, heard } = keeping(() => Promise.reject(new Error('Too long.')))
  keeper.hear({ kind: 'add', batches: [many(10, (at) => `line ${at}`)] })
  keeper.hear({ kind: 'find', id: 1, query: { find: '(a+)+$', as: 'regex', matchCase: false } })
  await expect.poll(() => heard).toEqual([{ kind: 'findFailed', id: 1, words: 'Too long.' }])
  keeper.hear({ kind: 'read', ranges: [{ first: 4, last: 5 }] })
  expect(heard.at(-1)).toMatchObject({ kind: 'lines', batches: [{ text: 'line 4\nline 5' }] })
})

test('what was found is told in order, also where earlier lines came while the search was under way', async () => {
  let letGo = () => {}
  const isAsked = new Promise<void>((asked) => {
    letGo = asked
  })
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { keeper, heard, ended } = keeping(async (lines, query) => {
    letGo()
    await isHeld
    return matchPatternHere(lines, query)
  })
  const wave: WrittenLine = { atMs: 0, stream: 'stdout', text: 'wave' }
  keeper.hear({ kind: 'add', batches: [batchOf([wave, wave], 50)] })
  keeper.hear({ kind: 'find', id: 1, query: { find: 'w', as: 'regex', matchCase: false } })
  await isAsked
  keeper.hear({ kind: 'add', batches: [batchOf([wave], 7)] })
  goOn()
  await ended(1)
  for (const message of heard)
    if (message.kind === 'found')
      expect([...message.sequences]).toEqual([...message.sequences].toSorted((a, b) => a - b))
  expect(heard.flatMap((message) => (message.kind === 'found' ? [...message.sequences] : []))).toHaveLength(3)
})
