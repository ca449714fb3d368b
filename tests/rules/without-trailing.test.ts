import { expect, test } from 'vitest'
import { withoutTrailing } from '../../src/rules/names/without-trailing.ts'

test.each([
  ['backups/shop//', '/', 'backups/shop'],
  ['/backups', '/', '/backups'],
  ['---', '-', ''],
  ['', '-', ''],
])('%j ends without %j', (text, character, expected) => {
  expect(withoutTrailing(text, character)).toBe(expected)
})
