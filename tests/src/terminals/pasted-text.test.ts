import { expect, test } from 'vitest'
import { isLeaveKey } from '../../../ui/terminals/screen/leave-key.ts'
import { hasLineBreak, linesOf, pastedText } from '../../../ui/terminals/screen/pasted-text.ts'

test('pasted text cannot end the bracketed paste or press keys', () => {
  expect(pastedText('ls\u001b[201~; rm -rf /\u0003\u009b201~\r\n\techo')).toBe('ls[201~; rm -rf /201~\n\techo')
})

test.each([
  ['ls', false, ['ls']],
  ['ls\n', true, ['ls']],
  ['one\ntwo', true, ['one', 'two']],
  ['one\ntwo\n', true, ['one', 'two']],
  ['one\n\n', true, ['one', '']],
])('a paste that enters lines is shown with these lines first: %j', (text, isShown, lines) => {
  expect(hasLineBreak(text)).toBe(isShown)
  expect(linesOf(text)).toEqual(lines)
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
