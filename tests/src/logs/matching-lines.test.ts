import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { matchingLines } from '../../../src/logs/store/matching-lines.ts'

const found = (lines: readonly string[], find: string, matchCase = true) => [
  ...matchingLines(new TextEncoder().encode(`${lines.join('\n')}\n`), { find, matchCase, readable: false }),
]

/** The simple way: each line alone. */
const foundOneByOne = (lines: readonly string[], find: string, matchCase: boolean) => {
  const pattern = new RegExp(find, matchCase ? '' : 'i')
  return [...lines.keys()].filter((at) => pattern.test(lines[at] ?? ''))
}

const isValid = (find: string) => {
  try {
    return new RegExp(find) instanceof RegExp
  } catch {
    return false
  }
}

const piece = constantFrom(
  ...['a', 'B', ' ', '.', '|', '^', '$', '?', '*', '+', '{1,2}', '*?', '(', ')', '(?:', '(?=', '(?!', '(?<=', '(?<!'],
  ...['(?s:', '(?i:', '(?-m:', '(?<n>', '\\k<n>', '\\1', '\\12', '\\0', '\\b', '\\B', '\\s', '\\S', '\\w', '\\W'],
  ...['\\d', '\\D', '\\n', '\\r', '\\t', '\\x0a', '\\u000A', '\\cJ', '\\p{L}', '\\.', '\n', '[^]', '[]', '[ab]'],
  ...[
    '[^a]',
    '[^-a]',
    '[^a-]',
    '[\\s]',
    '[^\\s]',
    '[\\W_]',
    '[\\t-z]',
    '[ -z]',
    '[\\x0a]',
    '[\\12]',
    '[\t-b]',
    '[^\\n]',
  ],
)
const line = string({ unit: constantFrom('a', 'b', 'B', ' ', '\t', '\r', '\u2028', '\u017f', '1', 'é'), maxLength: 6 })
const find = oneof(
  { weight: 3, arbitrary: array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')) },
  array(constantFrom('a', 'b', '.', '\\s', '[^a]', '^', '$', '*', '(?!', ')'), { maxLength: 5 }).map((pieces) =>
    pieces.join(''),
  ),
).filter(isValid)

test('finds the same lines as each line matched alone', () => {
  assert(
    property(
      array(line, { minLength: 1, maxLength: 12 }),
      find,
      constantFrom(true, false),
      (lines, find, matchCase) => {
        expect(found(lines, find, matchCase)).toEqual(foundOneByOne(lines, find, matchCase))
      },
    ),
    { numRuns: 3000 },
  )
})

test.each([
  ['a class that could run on into the next line', ['ab', 'c'], 'b[^x]*c', []],
  ['a space that could be the newline', ['a', 'b'], 'a\\sb', []],
  ['an optional newline', ['a', 'b', 'ab'], 'a\\n?b', [2]],
  ['a look-ahead at the next line', ['a', 'b'], 'a(?!\\s)', [0]],
  ['the start and the end of each line', ['ab', 'b', 'bb'], '^b$', [1]],
  ['a carriage return, which ends no line', ['a\rb'], '^b', []],
  ['an empty match in every line, also an empty one', ['', 'a', ''], 'x*', [0, 1, 2]],
  ['several matches in a line', ['aa', '', 'a'], 'a', [0, 2]],
])('%s', (_what, lines, find, expected) => {
  expect(found(lines, find)).toEqual(expected)
})

test('a class that could contain a newline costs no more than the line is long', () => {
  const lines = Array.from({ length: 20_000 }, () => 'abcdef'.repeat(5))
  const startedMs = performance.now()
  expect(found(lines, 'b[^x]*x')).toEqual([])
  expect(performance.now() - startedMs).toBeLessThan(5000)
})
