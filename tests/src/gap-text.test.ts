import { expect, test } from 'vitest'
import { gapText, updateText } from '../../src/volumes/gap-text.ts'

test('an update with volumes speaks of the interruption only', () => {
  expect(updateText(true, 4200)).toBe(gapText(4200))
  expect(updateText(true, 4200)).toContain('The last time, this took 4.2 seconds.')
  expect(updateText(true, null)).not.toContain('serves until')
  expect(updateText(false, null)).toContain('serves until the new one is ready')
})
