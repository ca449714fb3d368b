import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimestamp, sinceParameter, splitTimestamp } from '../../../server/engines/docker/logs/timestamp.ts'

const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
const nanos = fc.integer({ min: 0, max: 999_999_999 })

test('parses and formats times to the nanosecond', () => {
  fc.assert(
    fc.property(seconds, nanos, (second, nano) => {
      const text = new Date(second * 1000).toISOString().replace('.000Z', `.${String(nano).padStart(9, '0')}Z`)
      const atNs = BigInt(second) * 1_000_000_000n + BigInt(nano)
      expect(parseTimestamp(text)).toBe(atNs)
      expect(sinceParameter(atNs)).toBe(`${second}.${String(nano).padStart(9, '0')}`)
    }),
  )
})

test('parses shortened fractions and other time zones', () => {
  expect(parseTimestamp('1970-01-01T00:00:01Z')).toBe(1_000_000_000n)
  expect(parseTimestamp('1970-01-01T00:00:01.5Z')).toBe(1_500_000_000n)
  expect(parseTimestamp('1970-01-01T02:00:01.000000001+02:00')).toBe(1_000_000_001n)
})

test('splits a line from its time, and keeps a line without one whole', () => {
  const split = (text: string) => {
    const { atNs, bytes } = splitTimestamp(Buffer.from(text))
    return [atNs, bytes.toString()]
  }
  expect(split('1970-01-01T00:00:01.000000002Z hello there\n')).toEqual([1_000_000_002n, 'hello there\n'])
  expect(split('1970-01-01T00:00:01Z \n')).toEqual([1_000_000_000n, '\n'])
  expect(split('hello there\n')).toEqual([undefined, 'hello there\n'])
  expect(split('')).toEqual([undefined, ''])
})
