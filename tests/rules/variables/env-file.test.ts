import { array, assert, property, string, stringMatching } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksSecret } from '../../../src/rules/variables/looks-secret.ts'
import { parseEnvFile } from '../../../src/rules/variables/parse-env-file.ts'
import { isEnvText, planPaste } from '../../../src/rules/variables/plan-paste.ts'

test.each([
  ['a plain line', 'PORT=8080', '8080'],
  ['spaces around the equals sign', '  PORT = 8080  ', '8080'],
  ['a shell export', 'export PORT=8080', '8080'],
  ['a byte order mark', '\uFEFFPORT=8080', '8080'],
  ['a comment after the value', 'PORT=8080 # the usual', '8080'],
  ['a comment in place of the value', 'PORT= # none', ''],
  ['a hash inside a value', 'PORT=80#80', '80#80'],
  ['a hash inside quotes', 'PORT="80 #80" # the usual', '80 #80'],
  ['double quotes and a line break', 'PORT="a\\nb"', 'a\nb'],
  ['escapes in double quotes', 'PORT="a\\"b\\\\c\\$d\\te"', 'a"b\\c$d\te'],
  ['single quotes, without escapes', "PORT='a\\n # b'", 'a\\n # b'],
  ['quotes over several lines', 'PORT="a\n# b\nc"', 'a\n# b\nc'],
  ['Windows line ends within quotes', 'PORT="a\r\nb"\r\n', 'a\nb'],
  ['an equals sign inside the value', 'PORT=a=b', 'a=b'],
  ['a reference', `PORT=\${db.port}`, `\${db.port}`],
  ['no value', 'PORT=', ''],
])('%s', (_, text, value) => {
  expect(parseEnvFile(text)).toEqual({ entries: [{ name: 'PORT', value, line: 1 }], problems: [] })
})

test('names the line of everything that is no variable', () => {
  const text = '# PORT=1\n\njust words\n=nameless\n9LIVES=1\r\nA="x\ny"\nB="a" b\nC=1\nD="z\nE=2'
  const { entries, problems } = parseEnvFile(text)
  expect(entries).toEqual([
    { name: 'A', value: 'x\ny', line: 6 },
    { name: 'C', value: '1', line: 9 },
    { name: 'E', value: '2', line: 11 },
  ])
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [3, '“just words” is not a variable. Write NAME=value.'],
    [4, expect.stringContaining('is not a name')],
    [5, expect.stringContaining('“9LIVES” is not a name')],
    [8, 'Text follows the closing quote of B.'],
    [10, 'The quote of D is not closed.'],
  ])
})

test('reads any quoted value, and ends on any text', () => {
  const name = stringMatching(/^[A-Z_][A-Z0-9_]{0,12}$/)
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\r', '\\r')}"`
  assert(
    property(array(name), array(string()), (names, values) => {
      const variables = names.map((each, at) => ({ name: each, value: values[at] ?? '' }))
      const text = variables.map((each) => `${each.name}=${quoted(each.value)}`).join('\n')
      expect(parseEnvFile(text).entries.map(({ line: _, ...each }) => each)).toEqual(variables)
    }),
  )
  assert(property(string(), (text) => parseEnvFile(text).entries.length <= text.length))
  expect(parseEnvFile(`${' '.repeat(200_000)}x${'"\\'.repeat(100_000)}`).problems).toHaveLength(1)
})

describe('what pasted text would change', () => {
  test('the last of equal names counts, and present values are replaced', () => {
    const known = [
      { name: 'MODE', isSecret: false },
      { name: 'GREETING', isSecret: true },
    ]
    expect(planPaste('MODE=a\nAPI_TOKEN=t\nMODE=b\nGREETING=hi', known).variables).toEqual([
      { name: 'API_TOKEN', value: 't', line: 2, repeats: [], isReplacing: false, isSecret: true, isSecretFixed: false },
      { name: 'MODE', value: 'b', line: 3, repeats: [1], isReplacing: true, isSecret: false, isSecretFixed: false },
      { name: 'GREETING', value: 'hi', line: 4, repeats: [], isReplacing: true, isSecret: true, isSecretFixed: true },
    ])
  })

  test('a value of several lines is not taken for a list of variables', () => {
    expect(isEnvText('A=1\nB=2')).toBe(true)
    expect(isEnvText('-----BEGIN KEY-----\nabc\ndef==\n-----END KEY-----')).toBe(false)
  })

  test('names and addresses that look secret are proposed as secrets', () => {
    for (const name of ['API_KEY', 'DB_PASSWORD', 'githubToken', 'SESSION_SECRET', 'SENTRY_DSN'])
      expect(looksSecret(name)).toBe(true)
    for (const name of ['MODE', 'KEYBOARD', 'STRIPE_PUBLIC_KEY', 'AUTHOR', 'PASSENGERS'])
      expect(looksSecret(name)).toBe(false)
    expect(looksSecret('DATABASE_URL', 'postgres://app:hunter2@db/app')).toBe(true)
    expect(looksSecret('DATABASE_URL', 'postgres://db/app')).toBe(false)
  })
})
