import { expect, test } from 'vitest'
import { statusKind, UNREAD_STATUS } from '../../src/rules/system-status.ts'

test.each([
  ['none', 'normal'],
  ['minor', 'partial'],
  ['major', 'outage'],
  ['critical', 'outage'],
] as const)('the indicator %s gives %s [A4.15, P8.10]', (indicator, kind) => {
  expect(statusKind({ indicator, description: '' })).toBe(kind)
})

test('an unreadable status counts as major, with the specified description [A4.15, P8.10]', () => {
  expect(UNREAD_STATUS).toEqual({ indicator: 'major', description: 'Error ocurred' })
})
