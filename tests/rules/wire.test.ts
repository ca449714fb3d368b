import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { callNamed } from '../../src/contract/contract.ts'
import { filledText, instant, text } from '../../src/contract/wire/common.ts'

test.each([
  ['2027-01-01T00:00:00Z', true],
  ['2027-01-01T00:00:00.123Z', true],
  ['2028-02-29T23:59:59+05:30', true],
  ['9999-12-31T23:59:59-00:00', true],
  ['2027-01-01T00:00:00+05', false],
  ['2027-02-29T00:00:00Z', false],
  ['2027-02-31T00:00:00Z', false],
  ['9999-12-31T23:59:59-23:00', false],
  ['0000-12-31T00:00:00Z', false],
  ['0001-01-01T00:00:00+01:00', false],
  ['2027-13-01T00:00:00Z', false],
  ['2027-01-01', false],
])('the time %s is valid: %s', (time, isTaken) => {
  expect(v.is(instant, time)).toBe(isTaken)
})

test('accepts a UTC time if its year is from 1 to 9999', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      const isKept = date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999
      expect(v.is(instant, date.toISOString())).toBe(isKept)
    }),
  )
})

test('rejects lone surrogates and accepts whole characters', () => {
  for (const half of ['\ud800', 'a\udc00b', '\udc00\ud800']) expect(v.is(text(), half)).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (given) => {
      expect(v.is(text(), given)).toBe(true)
    }),
  )
})

test.each([
  ['readAudit', 'find'],
  ['readInstances', 'search'],
  ['readDeploymentLogs', 'search'],
  ['searchLogs', 'find'],
] as const)('%s searches for 400 characters at most, as the fields of the console do [A5.13]', (name, field) => {
  const { query } = callNamed(name)
  const isTaken = (length: number) => {
    const result = query && v.safeParse(query, { [field]: 'x'.repeat(length) })
    return result?.issues?.every(({ path }) => path?.[0]?.key !== field) ?? true
  }
  expect(isTaken(400)).toBe(true)
  expect(isTaken(401)).toBe(false)
})

test.each([
  ['Порт 7 · Zürich', true],
  ['👩‍👩‍👧 harbour', true],
  ['Support\n\nPay now', false],
  ['Support\rPay now', false],
  ['a\tb', false],
  ['a\u0085b', false],
  ['a\u2028b', false],
  ['gnp.exe\u202etxt', false],
])('the name %j is valid: %s', (name, isTaken) => {
  expect(v.is(filledText(), name)).toBe(isTaken)
})

test('projects and clusters are listed by 6 and plans by 50, where the caller names no limit [P9.1]', () => {
  const limitOf = (name: 'readProjects' | 'readClusters' | 'readPlans' | 'searchPlans') => {
    const { query } = callNamed(name)
    return v.parse(v.object({ limit: v.number() }), v.parse(query as v.GenericSchema, {})).limit
  }
  expect([limitOf('readProjects'), limitOf('readClusters')]).toEqual([6, 6])
  expect([limitOf('readPlans'), limitOf('searchPlans')]).toEqual([50, 50])
})
