import { array, assert, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { parseEnv } from '../../ui/parts/variables/parse-env.ts'

test.each([
  ['a plain line', 'PORT=8080', '8080'],
  ['spaces around the equals sign', '  PORT = 8080  ', '8080'],
  ['a shell export', 'export PORT=8080', '8080'],
  ['a comment after the value', 'PORT=8080 # the usual', '8080'],
  ['a hash inside a value', 'PORT=80#80', '80#80'],
  ['double quotes and a line break', 'PORT="a\\nb"', 'a\nb'],
  ['single quotes, without escapes', "PORT='a\\n # b'", 'a\\n # b'],
  ['an equals sign inside the value', 'PORT=a=b', 'a=b'],
  ['no value', 'PORT=', ''],
])('%s', (_, text, value) => {
  expect(parseEnv(text)).toEqual([{ name: 'PORT', value }])
})

test('ignores comments, blank lines, and lines that are not variables', () => {
  expect(parseEnv('# PORT=1\n\njust words\n=nameless\n9LIVES=1\r\nA=1\r\nB=2')).toEqual([
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ])
})

test('parses any names and plain values unchanged', () => {
  const name = stringMatching(/^[A-Z_][A-Z0-9_]{0,12}$/)
  const value = stringMatching(/^[\w./:@=-]{0,40}$/)
  assert(
    property(array(name), array(value), (names, values) => {
      const variables = names.map((each, index) => ({ name: each, value: values[index] ?? '' }))
      expect(parseEnv(variables.map((each) => `${each.name}=${each.value}`).join('\n'))).toEqual(variables)
    }),
  )
})
