import { expect, test } from 'vitest'
import { nextWarning, volumePercent, volumeTone } from '../../src/rules/units/volume-fullness.ts'

test('a volume is warned about once at 80, 95 and 100 percent, and again only after it has emptied', () => {
  const measured = [79, 80, 94, 79, 76, 95, 99, 91, 95, 101, 130, 96, 74, 80]
  let warned = 0
  const given = measured.map((percent) => {
    const next = nextWarning(percent, warned)
    const isNew = next > warned
    warned = next
    return isNew ? next : 0
  })
  expect(given).toEqual([0, 80, 0, 0, 0, 95, 0, 0, 0, 100, 0, 0, 0, 80])
})

test('the colour of a volume follows the same percentages', () => {
  expect(volumePercent(null, 100)).toBeUndefined()
  expect(volumePercent(799, 1000)).toBe(79)
  expect([79, 80, 95, 120].map((used) => volumeTone(used, 100))).toEqual(['good', 'warn', 'bad', 'bad'])
})
