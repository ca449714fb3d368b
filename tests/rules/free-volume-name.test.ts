import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeVolumeName } from '../../src/rules/names/free-volume-name.ts'

test('the first free number is added to a taken name', () => {
  expect(freeVolumeName('data', new Set())).toBe('data')
  expect(freeVolumeName('data', new Set(['data', 'data-2']))).toBe('data-3')
})

test('the result is free and no longer than a name may be', () => {
  const name = fc.stringMatching(/^[a-z]([a-z0-9-]{0,58}[a-z0-9])?$/)
  fc.assert(
    fc.property(name, fc.integer({ min: 0, max: 30 }), (taken, count) => {
      const names = new Set([taken, ...Array.from({ length: count }, (_, index) => `${taken}-${index + 2}`)])
      const free = freeVolumeName(taken, names)
      expect(names.has(free)).toBe(false)
      expect(free.length).toBeLessThanOrEqual(60)
      expect(free).toMatch(/^[a-z]([a-z0-9-]*[a-z0-9])?$/)
    }),
  )
})
