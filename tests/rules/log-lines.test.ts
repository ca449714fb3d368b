import {
  anything,
  assert,
  boolean,
  constantFrom,
  dictionary,
  integer,
  oneof,
  property,
  string,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import { readableLines } from '../../src/rules/log-lines/readable-lines.ts'
import { readableText } from '../../src/rules/log-lines/readable-text.ts'
import { readableTextFilter } from '../../src/rules/log-lines/readable-text-filter.ts'
import { readLine, textOf } from '../../ui/parts/logs/line/read-line.ts'

const key = constantFrom('level', 'severity', 'msg', 'message', 'status', 'url', 'time', 'né', '2')
const level = constantFrom<unknown>('info', 'WARNING', 'fatal', 10, 30, 50, '40', 'eleven')
const letters = constantFrom('a', 'B', 'é', ' ', '"', '=', '\\', '/', '\n', '\t', '\u001b[1m', '5', '_', 'error')
const text = string({ unit: letters, maxLength: 8 })
const value = oneof(text, level, integer(), boolean(), anything({ maxDepth: 1, key: text, values: [text] }))
const object = dictionary(key, value, { minKeys: 1 }).filter((value) => JSON.stringify(value).startsWith('{'))
/** JSON as most programs write it, or with every non-ASCII character escaped. */
const written = tuple(object, boolean()).map(([value, isAscii]) => {
  const text = JSON.stringify(value)
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return isAscii ? text.replaceAll(/[\u0080-\uffff]/g, escaped) : text
})

test('the searchable text of a JSON line is the text that is shown', () => {
  assert(
    property(written, (line) => {
      expect(readableText(line)).toBe(textOf(readLine(line, false).spans))
    }),
    { numRuns: 500 },
  )
})

test('the filter selects every line whose readable form contains the searched text', () => {
  const part = tuple(written, integer({ min: 0, max: 30 }), integer({ min: 1, max: 12 }), boolean())
  assert(
    property(part, ([line, from, length, matchCase]) => {
      const find = (readableText(line) ?? '').slice(from, from + length)
      const typed = matchCase ? find : find.toUpperCase()
      const mayRead = readableTextFilter(typed, matchCase)
      const isWritten = matchCase ? line.includes(find) : line.toLowerCase().includes(find.toLowerCase())
      expect(isWritten || mayRead(line)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('the filter selects a line only if its readable form may contain the searched text', () => {
  const served = '{"level":30,"status":200,"url":"/carts/500"}'
  const failed = '{"level":50,"status":500,"url":"/carts"}'
  const lines = [served, failed]
  expect(lines.map((line) => readableTextFilter('status=500', false)(line))).toEqual([true, true])
  expect(lines.map((line) => readableTextFilter('status=503', false)(line))).toEqual([false, false])
  expect(lines.map((line) => readableTextFilter('ERROR', true)(line))).toEqual([false, true])
  expect(lines.map((line) => readableTextFilter('error url', false)(line))).toEqual([false, true])
  expect(
    lines.map((line) => readableTextFilter('carts', false)(line)),
    'a single word is the same in both forms',
  ).toEqual([false, false])
  const coloured = '{"message":"ca\\u001b[1mrts"}'
  expect(readableTextFilter('carts', false)(coloured), 'unless a colour code splits it').toBe(true)
})

test('returns only the matching JSON lines of a block, with their positions', () => {
  const block = ['GET /carts 500', '{"status":500}', '  {"status":500}', '{"status":500', '{"status":200}'].join('\n')
  const found = readableLines(
    block,
    () => true,
    (text) => text === 'status=500',
  )
  expect(found.map(({ number, start, end }) => [number, block.slice(start, end)])).toEqual([
    [1, '{"status":500}'],
    [2, '  {"status":500}'],
  ])
})
