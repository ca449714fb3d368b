import { expect, test } from 'vitest'
import { completeFields } from '../../../src/rules/configuration/completion/complete-fields.ts'

const labels = (before: string) => completeFields(before)?.options.map(({ label }) => label) ?? []

test('offers the fields of the place where the cursor is', () => {
  expect(labels('')).toEqual(['name', 'region', 'projectNetwork', 'services'])
  const web = 'services:\n  web:\n    image: nginx\n'
  expect(labels(`${web}    me`)).toContain('memory')
  expect(labels(`${web}    ports:\n      - `)).toEqual(['port', 'protocol', 'exposure'])
  expect(labels(`${web}    ports:\n    - port: 80\n      pro`)).toContain('protocol')
  expect(labels(`${web}    healthCheck:\n      kind: http\n      `)).toContain('startPeriod')
  expect(labels(`${web}    ports:\n      - port: 80\n    `)).toContain('replicas')
})

test('completes the word before the cursor', () => {
  expect(completeFields('services:\n  web:\n    im')?.from).toBe(21)
})

test('offers nothing where names are free, in a value and below an unknown field', () => {
  for (const before of [
    'services:\n  ',
    'services:\n  web:\n    image: ng',
    'services:\n  web:\n    environment:\n      ',
    'constructor:\n  ',
    'services:\n  web:\n    imgae:\n      ',
  ])
    expect(labels(before), before).toEqual([])
})
