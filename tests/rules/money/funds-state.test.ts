import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FundsReading,
  type FundsState,
  type FundsTransition,
  funded,
  nextFundsState,
} from '../../../src/rules/funds/funds-state.ts'
import { isLongRun } from '../../long-runs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const timing = { graceMs: 24 * HOUR_MS, keptMs: 7 * DAY_MS }
const NOW_MS = Date.parse('2026-03-28T12:00:00Z')

interface Given extends Partial<FundsReading> {
  /** Hours until funds end; none end if it is not given. */
  left?: number
}
const reading = ({ left, ...given }: Given = {}): FundsReading => {
  const atMs = given.atMs ?? NOW_MS
  return {
    atMs,
    endsAtMs: left === undefined ? null : atMs + left * HOUR_MS,
    isOwing: false,
    isToppedUp: false,
    isStopped: false,
    keepsData: true,
    ...given,
  }
}
const owing = { isOwing: true, left: 0 }
const next = (state: FundsState, given: Given) => nextFundsState(state, reading(given), timing)
const kindsOf = ({ state, notices, change }: FundsTransition) => [state.phase, notices.map(({ kind }) => kind), change]
const low = (hours: 72 | 24 | 3): FundsState => ({ phase: 'low', hours })
const grace: FundsState = { phase: 'grace', untilMs: NOW_MS + HOUR_MS }
const stopped = (removalIn: number, warnings: 0 | 1 | 2 = 0): FundsState => ({
  phase: 'stopped',
  removalMs: NOW_MS + removalIn * HOUR_MS,
  warnings,
})

test.each<[string, FundsState, Given, ReturnType<typeof kindsOf>]>([
  ['nothing to pay', funded, {}, ['funded', [], null]],
  ['more than 72 hours', funded, { left: 72.1 }, ['funded', [], null]],
  ['72 hours', funded, { left: 72 }, ['low', ['low'], null]],
  ['a debt', funded, owing, ['grace', ['grace'], null]],
  ['between two thresholds', low(72), { left: 25 }, ['low', [], null]],
  ['the second threshold', low(72), { left: 24 }, ['low', ['low'], null]],
  ['two thresholds at once', low(72), { left: 2 }, ['low', ['low'], null]],
  ['the third threshold', low(24), { left: 3 }, ['low', ['low'], null]],
  ['after the last threshold', low(3), { left: 0 }, ['low', [], null]],
  ['a lower rate', low(3), { left: 167 }, ['low', [], null]],
  ['a pause during a deployment', low(24), {}, ['low', [], null]],
  ['a week left', low(3), { left: 169 }, ['funded', [], null]],
  ['a top-up', low(3), { left: 80, isToppedUp: true }, ['funded', [], null]],
  ['a top-up that is used up soon', low(3), { left: 3, isToppedUp: true }, ['low', ['low'], null]],
  ['a debt after notices', low(3), owing, ['grace', ['grace'], null]],
  ['during grace', grace, owing, ['grace', [], null]],
  ['during grace, a top-up below the debt', grace, { ...owing, isToppedUp: true }, ['grace', [], null]],
  ['a payment during grace', grace, { left: 100 }, ['funded', [], null]],
  ['a small payment during grace', grace, { left: 10 }, ['low', ['low'], null]],
  ['the end of grace', grace, { ...owing, atMs: NOW_MS + HOUR_MS }, ['stopped', ['stopped'], 'stop']],
  ['a payment at the end of grace', grace, { left: 80, atMs: NOW_MS + HOUR_MS }, ['funded', [], null]],
  ['long before the deletion', stopped(73), { ...owing, isStopped: true }, ['stopped', [], null]],
  ['72 hours before the deletion', stopped(72), { ...owing, isStopped: true }, ['stopped', ['removalNear'], null]],
  ['24 hours before it', stopped(24, 1), { ...owing, isStopped: true }, ['stopped', ['removalNear'], null]],
  ['after both warnings', stopped(1, 2), { ...owing, isStopped: true }, ['stopped', [], null]],
  ['the end', stopped(0, 2), { ...owing, isStopped: true }, ['removed', ['removed'], null]],
  ['nothing is kept', stopped(0), { ...owing, isStopped: true, keepsData: false }, ['stopped', [], null]],
  ['a payment while stopped', stopped(9, 2), { left: 80, isStopped: true }, ['funded', ['resumed'], 'resume']],
  ['a small payment', stopped(9, 2), { left: 9, isStopped: true }, ['low', ['resumed', 'low'], 'resume']],
  ['an operator resumes', stopped(9, 2), owing, ['grace', ['grace'], null]],
  ['removed', { phase: 'removed' }, { ...owing, isStopped: true }, ['removed', [], null]],
  ['a payment after that', { phase: 'removed' }, { left: 80, isStopped: true }, ['funded', ['resumed'], 'resume']],
])('%s', (_, state, given, expected) => {
  expect(kindsOf(next(state, given))).toEqual(expected)
})

describe('clocks', () => {
  test('one that was set back postpones nothing beyond what was promised', () => {
    const back = { ...owing, atMs: NOW_MS - 90 * DAY_MS }
    expect(next(grace, back).state).toEqual({ phase: 'grace', untilMs: back.atMs + timing.graceMs })
    expect(next(stopped(100), { ...back, isStopped: true }).state).toEqual({
      phase: 'stopped',
      removalMs: back.atMs + timing.keptMs,
      warnings: 0,
    })
  })

  test('one that jumps a year ahead still leaves the time after each warning', () => {
    const atMs = NOW_MS + 365 * DAY_MS
    const given = { ...owing, isStopped: true, atMs }
    const first = next(stopped(100), given)
    expect(first.state).toEqual({ phase: 'stopped', removalMs: atMs + 72 * HOUR_MS, warnings: 1 })
    expect(next(first.state, given).notices).toEqual([])
    const second = next(first.state, { ...given, atMs: atMs + 365 * DAY_MS })
    expect(second.state).toEqual({ phase: 'stopped', removalMs: atMs + 365 * DAY_MS + DAY_MS, warnings: 2 })
  })

  test('a daylight saving change shortens no period', () => {
    const beforeChange = Date.parse('2026-03-28T20:00:00+01:00')
    const { state } = next(funded, { ...owing, atMs: beforeChange })
    expect(state).toEqual({ phase: 'grace', untilMs: Date.parse('2026-03-29T21:00:00+02:00') })
  })
})

const step = fc.record({
  passes: fc.oneof(fc.integer({ min: 0, max: 3 * DAY_MS }), fc.integer({ min: -DAY_MS, max: 40 * DAY_MS })),
  left: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
  isOwing: fc.boolean(),
  isToppedUp: fc.boolean(),
  keepsData: fc.boolean(),
  byOperator: fc.constantFrom(false, false, false, true),
})

test('whatever happens, a stop follows a grace, a deletion follows two warnings, and repeating a reading does nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let atMs = NOW_MS
      let state = funded
      let isStopped = false
      let promisedMs = Number.POSITIVE_INFINITY
      for (const { passes, left, byOperator, ...given } of steps) {
        atMs += passes
        // Of a clock that was set back.
        promisedMs = Math.min(promisedMs, atMs + timing.keptMs)
        if (byOperator) isStopped = !isStopped
        const seen = reading({ ...given, isStopped, atMs, ...(left !== undefined && { left }) })
        const before = state
        const { change, notices, ...after } = nextFundsState(state, seen, timing)
        state = after.state
        if (change !== null) isStopped = change === 'stop'
        if (change === 'stop') expect([before.phase, seen.isOwing]).toEqual(['grace', true])
        if (state.phase === 'removed' && before.phase !== 'removed') {
          expect([before, seen.isOwing, seen.keepsData]).toMatchObject([{ phase: 'stopped', warnings: 2 }, true, true])
          expect(atMs).toBeGreaterThanOrEqual(promisedMs)
        }
        for (const notice of notices) {
          if (notice.kind !== 'removalNear') continue
          promisedMs = notice.removalMs
          expect(promisedMs - atMs).toBeGreaterThanOrEqual(DAY_MS)
        }
        const again = nextFundsState(state, { ...seen, isStopped, isToppedUp: false }, timing)
        expect(again).toEqual({ state, notices: [], change: null })
      }
    }),
    { numRuns: isLongRun ? 5000 : 500 },
  )
})
