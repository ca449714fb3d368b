import { expect, test } from 'vitest'
import { draftOf, typedRules, withSchedule } from '../../src/instances/scaling/rules-draft.ts'
import { choiceText, decisionText, measuresText, reasonText } from '../../src/instances/scaling/scaling-texts.ts'
import { rulesText, wholeRulesText } from '../../src/rules/scaling/rules-text.ts'

const now = new Date('2026-05-04T12:00:00Z')
const rulesOf = (typed: ReturnType<typeof typedRules>) => ('rules' in typed ? typed.rules : null)

test('the proposed rules are valid, and saved rules come back as they were', () => {
  const rules = rulesOf(typedRules(withSchedule(draftOf(null), 'Europe/Berlin'), now))
  expect(rules).toMatchObject({ minReplicas: 1, maxReplicas: 3, cpuPercent: 70, idleSeconds: 300 })
  expect(rules && rulesOf(typedRules(draftOf(rules), now))).toEqual(rules)
  expect(rules && rulesText(rules)).toBe('1 to 3 replicas, CPU 70 %, 1 schedule')
})

test('each schedule has a key of its own, also after one was removed', () => {
  const two = withSchedule(withSchedule(draftOf(null), 'UTC'), 'UTC')
  const again = withSchedule({ ...two, schedules: two.schedules.slice(1) }, 'UTC')
  expect(new Set(again.schedules.map(({ key }) => key)).size).toBe(2)
})

test('errors stand at their fields', () => {
  const draft = withSchedule({ ...draftOf(null), maxReplicas: null }, 'UTC')
  expect(typedRules(draft, now)).toEqual({ errors: { maxReplicas: 'Enter a number.' } })
  const wrong = { ...withSchedule(draftOf(null), 'Nowhere'), minReplicas: 5 }
  expect(typedRules(wrong, now)).toEqual({
    errors: {
      maxReplicas: 'Must not be below the minimum.',
      'schedules.0.timeZone': 'Enter an IANA time zone, such as Europe/Berlin.',
    },
  })
  expect(typedRules({ ...draftOf(null), cpuPercent: null }, now)).toEqual({
    errors: { '': 'Choose a target, a schedule, or a minimum of 0 replicas.' },
  })
})

test('rules that differ have different texts in the changes of a deployment', () => {
  const saved = rulesOf(typedRules(withSchedule(draftOf(null), 'UTC'), now))
  const changes = [{ scaleDownCooldownSeconds: 60 }, { cpuPercent: 71 }, { minReplicas: 0 }, { schedules: [] }]
  const texts = saved ? [saved, ...changes.map((change) => ({ ...saved, ...change }))].map(wholeRulesText) : []
  expect(new Set(texts).size).toBe(5)
  expect(texts[0]).toBe(
    '1 to 3 replicas, CPU 70 %, adds after 30 s, removes after 120 s, at least 2 at 0 8 * * 1-5 (UTC) for 600 min',
  )
})

test('what the rules do is said in words', () => {
  const measures = [
    { metric: 'cpu' as const, value: 82.6, target: 70, replicas: 3 },
    { metric: 'requests' as const, value: null, target: 10, replicas: null },
  ]
  expect(measuresText(measures)).toBe('CPU 83 %, target 70 %; Requests not measured, target 10 a second')
  expect(choiceText({ kind: 'scale', reason: 'cpu', to: 3, measures })).toBe('Changes to 3 replicas. Reason: CPU use.')
  expect(choiceText({ kind: 'keep', reason: 'asleep', to: 0, measures: [] })).toMatch(/^Asleep/)
  expect(choiceText({ kind: 'hold', reason: 'metricsMissing', to: 1, measures: [] })).toMatch(/not measured/)
  expect(choiceText(null)).toMatch(/^Not decided yet/)
  const decision = { _id: '', service: 'web', reason: 'cpu' as const, measures, message: '', at: now.toISOString() }
  expect(decisionText({ ...decision, outcome: 'scaled', from: 2, to: 1 })).toBe('2 to 1 replica')
  expect(decisionText({ ...decision, outcome: 'rejected', from: 1, to: 2 })).toBe('2 replicas refused')
  const held = { ...decision, outcome: 'held' as const, reason: 'metricsMissing' as const, from: 2, to: 2 }
  expect(`${decisionText(held)}: ${reasonText(held.reason)}`).toBe('On hold: Metrics missing')
})
