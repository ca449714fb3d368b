import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternCountsError } from '../../src/rules/log-lines/pattern-counts.ts'
import { patternPieces } from '../../src/rules/log-lines/pattern-pieces.ts'

test.each([
  'a{100000}',
  'a{1,100000}',
  'a{100000,}',
  'a{99999999999999999999}',
  '(a{1000}){1000}',
  '((((a{10}){10}){10}){10}){10}',
  '(a{40}b){40}',
  '(a{1,30})+b',
  '(a+){30}b',
  '((a{2}){3}){3}',
  '(?:a{1,20}){1,40}c',
  '(?<name>[a-z]{17})*',
  '(a{600})(b{600})',
  '((a{600}(b{600}',
  'a{0,400}a{0,400}a{0,400}b',
  '[{]{1001}',
])('%s is rejected for its counts', (pattern) => {
  expect(patternCountsError(pattern)).toMatch(/smaller/)
})

test.each([
  'a{1000}',
  'a{17}',
  '(a+)+$',
  '(a*)*b|aaaa$',
  '(a|aa){40,}$',
  '(\\d{1,3}\\.){3}\\d{1,3}',
  '(a{17})?',
  'a{0}',
  'a{2000',
  'x{1,2,3000}',
  '\\{5000}',
  '[{5000}]',
  '{5000}',
  ')a{3}',
  '(((',
  '',
])('%s is accepted', (pattern) => {
  expect(patternCountsError(pattern)).toBeNull()
})

test('splits every pattern without loss, and checks it without throwing', () => {
  const part = fc.constantFrom('a', '(', ')', '{', '}', '{9}', '{2,}', '{1,9}', '*', '+', '?', '|', '[', ']', '\\', '^')
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 400 }).map((parts) => parts.join('')),
      (pattern) => {
        expect(patternPieces(pattern).join('')).toBe(pattern)
        const error = patternCountsError(pattern)
        expect(error === null || typeof error === 'string').toBe(true)
      },
    ),
  )
})
