import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnsi } from '../../ui/parts/logs/line/ansi.ts'
import { lineTime } from '../../ui/parts/logs/line/line-time.ts'
import { levelOf } from '../../ui/parts/logs/line/log-level.ts'
import { markedLine } from '../../ui/parts/logs/line/marked-line.ts'
import { matchRanges } from '../../ui/parts/logs/line/match-ranges.ts'
import { readLine, textOf } from '../../ui/parts/logs/line/read-line.ts'

const renderedText = (line: string, raw = false) => textOf(readLine(line, raw).spans)

describe('the level of a line is', () => {
  test.each([
    ['error', 'ERROR no room'],
    ['error', 'Error: no room'],
    ['error', '[fatal] no room'],
    ['error', '2026-11-21T14:03:22.123Z ERROR no room'],
    ['error', '2026/11/21 14:03:22 error no room'],
    ['warn', '[14:03:22] [WARN] slow'],
    ['warn', 'time=1 level=warning msg=slow'],
    ['info', 'INFO | started'],
    ['debug', 'ts=1 lvl="debug" x'],
    ['trace', '<trace> x'],
    ['error', '\u001b[31mERROR\u001b[0m no room'],
    ['error', '{"level":50,"msg":"x"}'],
    ['error', '{"level":"60","msg":"x"}'],
    ['warn', '{"severity":"WARNING","message":"x"}'],
    ['info', '{"level":"info","msg":"x"}'],
    ['trace', '{"level":10}'],
    [null, 'information about errors'],
    [null, 'an error happened'],
    [null, 'warn the others'],
    [null, '200 ok'],
    [null, '{"level":"eleven"}'],
    [null, '{"level":5}'],
    [null, ''],
  ])('%s in %j', (level, line) => {
    expect(readLine(line, false).level).toBe(level)
    expect(readLine(line, true).level).toBe(level)
  })
})

test('finds the level of a pathological line in less than 50 ms', () => {
  const long = `${'1:2 '.repeat(20_000)}ERROR`
  const startedMs = performance.now()
  levelOf(long)
  levelOf(' '.repeat(100_000))
  expect(performance.now() - startedMs).toBeLessThan(50)
})

test.each([
  ['{"msg":"done","a":1,"b":"two words","c":{"d":[1]}}', 'done a=1 b="two words" c={"d":[1]}'],
  ['{"level":"info","time":1,"message":"done","hostname":"x"}', 'INFO done hostname=x'],
  ['{"level":"eleven","msg":"done"}', 'done level=eleven'],
  ['{"a":1,"b":null}', 'a=1 b=null'],
  ['{"msg":"two\\nlines","b":"\\u001b]0;x\\u0007"}', 'two lines b='],
  ['  {"msg":"done"}  ', 'done'],
  ['{"msg":"done"', '{"msg":"done"'],
  ['[1,2]', '[1,2]'],
  ['{}', ''],
])('%s is shown as %s', (line, text) => {
  expect(renderedText(line)).toBe(text)
  expect(renderedText(line, true)).toBe(line)
})

test('shows only the text after the last carriage return that is not trailing', () => {
  expect(renderedText('10 %\r20 %\rdone\r\r')).toBe('done')
})

test('removes control characters and keeps plain text unchanged', () => {
  const unit = constantFrom(
    '\u001b',
    '[',
    ']',
    '0',
    ';',
    'm',
    'P',
    '\\',
    '\u0007',
    '\u009b',
    '\u009d',
    '(',
    'B',
    'é',
    ' ',
    '\b',
  )
  assert(
    property(string({ unit, maxLength: 30 }), (line) => {
      const text = parseAnsi(line)
        .map((span) => span.text)
        .join('')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not remain
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    }),
  )
  assert(
    property(string({ unit: constantFrom('a', 'é', '[', ';', '\t', '🙂') }), (line) => {
      expect(renderedText(line)).toBe(line)
    }),
  )
})

test('returns the ranges of matches, without overlaps and empty matches', () => {
  const text = (find: string, matchCase = false) => matchRanges('Abc abcabc', { find, as: 'text', matchCase })
  expect(text('abc')).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
    { from: 7, to: 10 },
  ])
  expect(text('Abc', true)).toEqual([{ from: 0, to: 3 }])
  expect(text('')).toEqual([])
  expect(matchRanges('aXbX', { find: 'x*', as: 'regex', matchCase: false })).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ])
})

test('shows a JSON line in raw form if only that matches', () => {
  const line = '{"level":30,"msg":"done","status":500}'
  const marked = (find: string, raw = false) => {
    const { spans, matches } = markedLine(line, raw, (text) =>
      matchRanges(text, { find, as: 'text', matchCase: false }),
    )
    const text = textOf(spans)
    return { text, matches: matches.map(({ from, to }) => text.slice(from, to)) }
  }
  expect(marked('status=500')).toEqual({ text: 'INFO done status=500', matches: ['status=500'] })
  expect(marked('"status":500')).toEqual({ text: line, matches: ['"status":500'] })
  expect(marked('nothing')).toEqual({ text: 'INFO done status=500', matches: [] })
  expect(marked('status', true)).toEqual({ text: line, matches: ['status'] })
})

test('formats a time in short and in full', () => {
  expect(lineTime('2026-11-21T04:03:02.007Z', 'utc')).toEqual({
    seconds: '04:03:02',
    fraction: '.007',
    full: '2026-11-21 04:03:02.007 UTC',
  })
})
