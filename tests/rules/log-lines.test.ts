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
import { mayReadAs } from '../../src/rules/log-lines/may-read-as.ts'
import { readableLines } from '../../src/rules/log-lines/readable-lines.ts'
import { readableText } from '../../src/rules/log-lines/readable-text.ts'
import { readLine, textOf } from '../../ui/parts/logs/line/read-line.ts'

const key = constantFrom('level', 'severity', 'msg', 'message', 'status', 'url', 'time', 'né', '2')
const level = constantFrom<unknown>('info', 'WARNING', 'fatal', 10, 30, 50, '40', 'eleven')
const letters = constantFrom('a', 'B', 'é', ' ', '"', '=', '\\', '/', '\n', '\t', '\u001b[1m', '5', '_', 'error')
const text = string({ unit: letters, maxLength: 8 })
const value = oneof(text, level, integer(), boolean(), anything({ maxDepth: 1, key: text, values: [text] }))
const object = dictionary(key, value, { minKeys: 1 }).filter((value) => JSON.stringify(value).startsWith('{'))
/** As most programs write it, or with every character beyond ASCII as an escape. */
const written = tuple(object, boolean()).map(([value, isAscii]) => {
  const text = JSON.stringify(value)
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return isAscii ? text.replaceAll(/[\u0080-\uffff]/g, escaped) : text
})

test('the words that a JSON line is searched by are those that it shows', () => {
  assert(
    property(written, (line) => {
      expect(readableText(line)).toBe(textOf(readLine(line, false).spans))
    }),
    { numRuns: 500 },
  )
})

test('no line that shows some words is left unread', () => {
  const part = tuple(written, integer({ min: 0, max: 30 }), integer({ min: 1, max: 12 }), boolean())
  assert(
    property(part, ([line, from, length, matchCase]) => {
      const find = (readableText(line) ?? '').slice(from, from + length)
      const typed = matchCase ? find : find.toUpperCase()
      const mayRead = mayReadAs(typed, matchCase)
      const isWritten = matchCase ? line.includes(find) : line.toLowerCase().includes(find.toLowerCase())
      expect(isWritten || mayRead(line)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a line is read only where what it holds may be shown with the words', () => {
  const served = '{"level":30,"status":200,"url":"/carts/500"}'
  const failed = '{"level":50,"status":500,"url":"/carts"}'
  const lines = [served, failed]
  expect(lines.map((line) => mayReadAs('status=500', false)(line))).toEqual([true, true])
  expect(lines.map((line) => mayReadAs('status=503', false)(line))).toEqual([false, false])
  expect(lines.map((line) => mayReadAs('ERROR', true)(line))).toEqual([false, true])
  expect(lines.map((line) => mayReadAs('error url', false)(line))).toEqual([false, true])
  expect(
    lines.map((line) => mayReadAs('carts', false)(line)),
    'one word is shown as it is written',
  ).toEqual([false, false])
  const coloured = '{"message":"ca\\u001b[1mrts"}'
  expect(mayReadAs('carts', false)(coloured), 'unless colours part it').toBe(true)
})

test('of a block only the JSON lines that match are answered, with where they stand', () => {
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
