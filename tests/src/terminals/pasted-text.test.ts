import { expect, test } from 'vitest'
import { isLeaveKey } from '../../../ui/terminals/screen/leave-key.ts'
import { lineCount, pastedText } from '../../../ui/terminals/screen/pasted-text.ts'

test('pasted text cannot end the bracketed paste or press keys', () => {
  expect(pastedText('ls\u001b[201~; rm -rf /\u0003\u009b201~\r\n\techo')).toBe('ls[201~; rm -rf /201~\n\techo')
})

test.each([
  ['ls', 1],
  ['ls\n', 2],
  ['one\ntwo', 2],
])('counts the lines that a paste enters: %j', (text, lines) => {
  expect(lineCount(text)).toBe(lines)
})

const key = (more: object) => ({ ctrlKey: false, altKey: false, metaKey: false, key: '', code: '', ...more })
test.each([
  [{ ctrlKey: true, key: ']' }, true],
  [{ ctrlKey: true, key: 'F6' }, true],
  [{ ctrlKey: true, key: '+', code: 'BracketRight' }, true],
  [{ ctrlKey: true, altKey: true, key: ']' }, false],
  [{ key: 'Tab' }, false],
  [{ key: 'Escape' }, false],
])('the terminal is left with its shortcut only: %j', (more, leaves) => {
  expect(isLeaveKey(key(more))).toBe(leaves)
})
