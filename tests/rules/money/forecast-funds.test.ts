import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditPart, forecastFunds, type ProjectRate } from '../../../src/rules/funds/forecast-funds.ts'
import { isLongRun } from '../../long-runs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MINUTES_PER_DAY = 1440n
const FROM_MS = Date.parse('2026-03-28T12:00:00Z')
const numRuns = isLongRun ? 5000 : 300

const credit = (micros: bigint, part: Partial<CreditPart> = {}): CreditPart => ({
  projectId: null,
  micros,
  validFromMs: FROM_MS,
  expiresAtMs: null,
  ...part,
})
const rate = (dailyMicros: bigint, projectId = 'a'): ProjectRate => ({ projectId, dailyMicros })

/** Pays each minute of each project from the first part that may pay it. Returns the minute that is not covered. */
const minuteByMinute = (
  parts: readonly CreditPart[],
  rates: readonly ProjectRate[],
  minutes: number,
): number | null => {
  const left = parts.map((part) => ({ ...part }))
  for (let minute = 0; minute < minutes; minute += 1) {
    const atMs = FROM_MS + minute * MINUTE_MS
    for (const { projectId, dailyMicros } of rates) {
      let missing = dailyMicros / MINUTES_PER_DAY
      for (const part of left) {
        const isValid = part.validFromMs <= atMs && (part.expiresAtMs === null || atMs < part.expiresAtMs)
        if (!isValid || (part.projectId !== null && part.projectId !== projectId)) continue
        const share = part.micros < missing ? part.micros : missing
        part.micros -= share
        missing -= share
      }
      if (missing > 0n) return minute
    }
  }
  return null
}

const MINUTES = 2000
const minute = fc.integer({ min: 0, max: MINUTES })
const part = (projects: number) =>
  fc
    .record({
      project: fc.option(fc.integer({ min: 0, max: projects - 1 })),
      micros: fc.bigInt({ min: 1n, max: 3000n }),
      from: fc.oneof(fc.constant(0), minute),
      lasts: fc.option(fc.integer({ min: 1, max: MINUTES })),
    })
    .map(({ project, micros, from, lasts }) =>
      credit(micros, {
        projectId: project === null ? null : `p${project}`,
        validFromMs: FROM_MS + from * MINUTE_MS,
        expiresAtMs: lasts === null ? null : FROM_MS + (from + lasts) * MINUTE_MS,
      }),
    )
const ratesOf = (projects: number) =>
  fc
    .array(fc.bigInt({ min: 1n, max: 3n }), { minLength: projects, maxLength: projects })
    .map((each) => each.map((perMinute, place) => rate(perMinute * MINUTES_PER_DAY, `p${place}`)))

/** Of a forecast, in minutes; null if it is later than the model looks. */
const minutesOf = (endMs: number | null) => {
  const minutes = endMs === null ? Number.POSITIVE_INFINITY : (endMs - FROM_MS) / MINUTE_MS
  return minutes < MINUTES ? minutes : null
}

test('the credit of one project ends in the minute in which a model first cannot pay', () => {
  fc.assert(
    fc.property(fc.array(part(1), { maxLength: 6 }), ratesOf(1), (parts, rates) => {
      const expected = minuteByMinute(parts, rates, MINUTES)
      const forecast = minutesOf(forecastFunds(parts, rates, FROM_MS))
      expect(forecast === null ? null : Math.floor(forecast + 1e-3)).toBe(expected)
    }),
    { numRuns },
  )
})

test('projects that share credit run out within minutes of the model, in which they pay one after the other', () => {
  fc.assert(
    fc.property(fc.array(part(3), { minLength: 1, maxLength: 6 }), ratesOf(3), (parts, rates) => {
      const expected = minuteByMinute(parts, rates, MINUTES) ?? MINUTES
      const forecast = minutesOf(forecastFunds(parts, rates, FROM_MS)) ?? MINUTES
      expect(Math.abs(forecast - expected)).toBeLessThanOrEqual(4 * parts.length + 1)
    }),
    { numRuns },
  )
})

test('more credit never ends earlier, and a higher rate never later', () => {
  fc.assert(
    fc.property(fc.array(part(1), { maxLength: 6 }), ratesOf(1), part(1), (parts, rates, more) => {
      const end = forecastFunds(parts, rates, FROM_MS) ?? Number.POSITIVE_INFINITY
      const general = { ...more, projectId: null, validFromMs: FROM_MS, expiresAtMs: null }
      expect(forecastFunds([...parts, general], rates, FROM_MS)).toBeGreaterThanOrEqual(end)
      const doubled = rates.map((one) => ({ ...one, dailyMicros: one.dailyMicros * 2n }))
      expect(forecastFunds(parts, doubled, FROM_MS)).toBeLessThanOrEqual(end)
    }),
    { numRuns },
  )
})

describe('forecastFunds', () => {
  test.each([
    ['nothing costs anything', [credit(5n)], [], null],
    ['a rate of zero', [credit(5n)], [rate(0n)], null],
    ['no credit', [], [rate(1n)], 0],
    ['credit for two days', [credit(200n)], [rate(100n)], 2 * DAY_MS],
    ['two projects at once', [credit(200n)], [rate(100n), rate(300n, 'b')], DAY_MS / 2],
    ['a lot that expires counts until then', [credit(900n, { expiresAtMs: FROM_MS + HOUR_MS })], [rate(24n)], HOUR_MS],
    [
      'an expiring lot leaves the rest untouched',
      [credit(900n, { expiresAtMs: FROM_MS + DAY_MS }), credit(100n)],
      [rate(100n)],
      2 * DAY_MS,
    ],
    [
      'a lot that becomes valid too late',
      [credit(100n), credit(900n, { validFromMs: FROM_MS + 2 * DAY_MS })],
      [rate(100n)],
      DAY_MS,
    ],
    [
      'a lot that becomes valid in time',
      [credit(100n), credit(900n, { validFromMs: FROM_MS + DAY_MS })],
      [rate(100n)],
      10 * DAY_MS,
    ],
    ['credit of another project', [credit(900n, { projectId: 'b' })], [rate(100n)], 0],
    [
      'credit of one of two projects',
      [credit(900n, { projectId: 'b' }), credit(100n)],
      [rate(100n), rate(100n, 'b')],
      DAY_MS,
    ],
    ['credit for more than a hundred years', [credit(10n ** 30n)], [rate(1n)], null],
    ['a rate far beyond the credit', [credit(1n)], [rate(10n ** 30n)], 0],
  ])('%s', (_, parts, rates, expectedMs) => {
    const end = forecastFunds(parts, rates, FROM_MS)
    expect(end === null ? null : end - FROM_MS).toBe(expectedMs)
  })
})
