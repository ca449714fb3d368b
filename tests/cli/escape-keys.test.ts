import { expect, test } from 'vitest'
import { createEscapeKeys } from '../../cli/terminal/escape-keys.ts'

test.each([
  [['~.'], '', 'leave'],
  [['ls\r~.'], 'ls\r', 'leave'],
  [['ls\r', '~', '.'], 'ls\r', 'leave'],
  [['cd ~.'], 'cd ~.', null],
  [['~~.'], '~.', null],
  [['~/bin'], '~/bin', null],
  [['~?'], '', 'help'],
  [['~?~.'], '', 'leave'],
  [['~\r~.'], '~\r', 'leave'],
  [['\u0003\u001b[A'], '\u0003\u001b[A', null],
])('the keys %j type %j and mean %s', (pieces, typed, meaning) => {
  const escapes = createEscapeKeys()
  const results = pieces.map(escapes)
  expect(results.map(({ text }) => text).join('')).toBe(typed)
  expect(results.at(-1)?.pressed).toBe(meaning)
})
