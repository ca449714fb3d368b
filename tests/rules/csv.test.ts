import { expect, test } from 'vitest'
import { csvLine } from '../../src/rules/units/csv.ts'

test('a field with a comma, a quote or a line break is quoted', () => {
  expect(csvLine(['plain', 'one, two', 'say "hi"', 'two\nlines', ''])).toBe(
    'plain,"one, two","say ""hi""","two\nlines",\r\n',
  )
})

test('no field is a formula, and negative numbers stay numbers', () => {
  expect(csvLine(['=1+1', '+1', '@SUM(A1)', '-cmd|x', '-12.5', '-3', '\t=1'])).toBe(
    "'=1+1,'+1,'@SUM(A1),'-cmd|x,-12.5,-3,'\t=1\r\n",
  )
})
