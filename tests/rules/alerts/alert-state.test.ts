import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertReading,
  type AlertState,
  type AlertTiming,
  calm,
  isCalm,
  nextAlertState,
  recoverySeconds,
} from '../../../src/rules/alerts/alert-state.ts'
import { breachesThreshold } from '../../../src/rules/alerts/compare-threshold.ts'

const timing: AlertTiming = { forSeconds: 60, noDataSeconds: null, worseIsGreater: true }
const breach = (value = 9): AlertReading => ({ kind: 'breach', value, elapsedSeconds: 10 })
const clear: AlertReading = { kind: 'clear', value: 1, elapsedSeconds: 10 }
const missing: AlertReading = { kind: 'missing', elapsedSeconds: 10 }
const times = (count: number, reading: AlertReading) => Array.from({ length: count }, () => reading)

function run(readings: readonly AlertReading[], of = timing, from: AlertState = calm) {
  const outcomes: string[] = []
  let state = from
  for (const reading of readings) {
    const next = nextAlertState(state, reading, of)
    state = next.state
    if (next.outcome) outcomes.push(next.outcome)
  }
  return { state, outcomes }
}

describe('an alert', () => {
  test('fires after its duration, and not before', () => {
    expect(run(times(6, breach())).outcomes).toEqual([])
    expect(run(times(7, breach())).outcomes).toEqual(['fired'])
    expect(run([...times(6, breach()), clear, ...times(6, breach())]).outcomes).toEqual([])
  })

  test('fires at once without a duration', () => {
    expect(run([breach()], { ...timing, forSeconds: 0 }).outcomes).toEqual(['fired'])
  })

  test('that fires for an hour sends two messages', () => {
    expect(run([...times(367, breach()), ...times(10, clear)]).outcomes).toEqual(['fired', 'recovered'])
  })

  test('goes on through a short recovery, and forgets it after an hour of quiet', () => {
    const fired = run([...times(7, breach()), ...times(3, clear), ...times(3, breach()), ...times(7, clear)])
    expect(fired.outcomes).toEqual(['fired', 'recovered'])
    expect(isCalm(fired.state)).toBe(false)
    expect(isCalm(run(times(361, clear), timing, fired.state).state)).toBe(true)
  })

  test('that flaps every two minutes all day sends few messages', () => {
    const day = Array.from({ length: 360 }, () => [...times(12, breach()), ...times(12, clear)]).flat()
    expect(run(day).outcomes.length).toBeLessThanOrEqual(6)
    expect([1, 2, 3, 20].map((flaps) => recoverySeconds(timing, flaps))).toEqual([60, 120, 240, 1800])
  })

  test('keeps its worst value', () => {
    expect(run([breach(5), ...times(7, breach(8)), breach(6)]).state.peak).toBe(8)
    expect(run([breach(5), breach(3)], { ...timing, worseIsGreater: false }).state.peak).toBe(3)
  })
})

describe('missing values', () => {
  test('neither fire nor end an alert', () => {
    expect(run([...times(5, breach()), ...times(500, missing)]).outcomes).toEqual([])
    const fired = run(times(7, breach())).state
    expect(run(times(500, missing), timing, fired)).toEqual({ state: fired, outcomes: [] })
  })

  test('fire where the rule says so, once', () => {
    const silent = { ...timing, noDataSeconds: 120 }
    expect(run(times(11, missing), silent).outcomes).toEqual([])
    expect(run([...times(100, missing), ...times(20, clear)], silent).outcomes).toEqual(['fired', 'recovered'])
  })
})

test('a clock that jumps, or a machine that sleeps, fires nothing', () => {
  const jump: AlertReading = { kind: 'breach', value: 9, elapsedSeconds: 86_400 }
  const back: AlertReading = { kind: 'breach', value: 9, elapsedSeconds: -86_400 }
  expect(run([breach(), jump, back, back]).outcomes).toEqual([])
})

test('outcomes alternate, whatever is read, and a restart from the stored state changes nothing', () => {
  const reading = fc.oneof(
    fc.record({ kind: fc.constant('breach' as const), value: fc.double({ noNaN: true }), elapsedSeconds: fc.nat(100) }),
    fc.record({ kind: fc.constant('clear' as const), value: fc.constant(null), elapsedSeconds: fc.nat(100) }),
    fc.record({ kind: fc.constant('missing' as const), elapsedSeconds: fc.nat(100) }),
  )
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 200 }), fc.nat(200), fc.boolean(), (readings, at, hasNoData) => {
      const of = { ...timing, noDataSeconds: hasNoData ? 60 : null }
      const { outcomes, state } = run(readings, of)
      expect(outcomes).toEqual(outcomes.map((_, index) => (index % 2 === 0 ? 'fired' : 'recovered')))
      const first = run(readings.slice(0, at), of)
      const stored: AlertState = JSON.parse(JSON.stringify(first.state))
      const rest = run(readings.slice(at), of, stored)
      expect([...first.outcomes, ...rest.outcomes]).toEqual(outcomes)
      expect(rest.state).toEqual(JSON.parse(JSON.stringify(state)))
    }),
  )
})

test('a value close to the threshold does not end an alert', () => {
  const above = { direction: 'above', threshold: 100 } as const
  const below = { direction: 'below', threshold: 100 } as const
  expect([97, 101].map((value) => breachesThreshold(value, above, false))).toEqual([false, true])
  expect([94, 97].map((value) => breachesThreshold(value, above, true))).toEqual([false, true])
  expect([103, 99].map((value) => breachesThreshold(value, below, false))).toEqual([false, true])
  expect([106, 103].map((value) => breachesThreshold(value, below, true))).toEqual([false, true])
  expect(breachesThreshold(0, { direction: 'above', threshold: 0 }, true)).toBe(false)
})
