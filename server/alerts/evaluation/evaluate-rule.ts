import {
  type AlertReading,
  type AlertState,
  type AlertTiming,
  calm,
  isCalm,
  nextAlertState,
} from '../../../src/rules/alerts/alert-state.ts'
import { breachesThreshold } from '../../../src/rules/alerts/compare-threshold.ts'
import { metricFacts } from '../../../src/rules/metrics/metric-series.ts'
import { metricText } from '../../../src/rules/metrics/metric-text.ts'
import type { AlertRow } from '../rules/alert-wire.ts'
import type { Breach, Subject } from './breach.ts'
import type { Measured, MeasuredOrganization } from './metric-readings.ts'
import { meets, type StateKind } from './read-breaches.ts'

export type EvaluatedRule = Pick<
  AlertRow,
  'id' | 'organizationId' | 'projectId' | 'instanceId' | 'service' | 'condition' | 'updatedAt'
>

/** A change of what is known about one target of a rule. */
export interface Transition {
  rule: EvaluatedRule
  target: string
  state: AlertState
  outcome: 'fired' | 'recovered' | null
  /** Absent when nothing is wrong. */
  breach: Breach | undefined
}

export interface World {
  states: ReadonlyMap<string, ReadonlyMap<string, AlertState>>
  breaches: ReadonlyMap<StateKind, ReadonlyMap<string, readonly Breach[]>>
  measured: ReadonlyMap<string, MeasuredOrganization>
  /** By rule. */
  logBreaches: ReadonlyMap<string, readonly Breach[]>
  elapsedSeconds: number
}

const none: ReadonlyMap<string, AlertState> = new Map()

const isInScope = (rule: EvaluatedRule, subject: Subject): boolean =>
  (rule.instanceId === null || rule.instanceId === subject.instanceId) &&
  (rule.projectId === null || rule.projectId === subject.projectId) &&
  (rule.service === '' || rule.service === subject.service || subject.service === '')

export function timingOf({ condition }: Pick<EvaluatedRule, 'condition'>): AlertTiming {
  const { kind } = condition
  return {
    forSeconds: kind === 'metric' || kind === 'health' ? condition.forSeconds : 0,
    noDataSeconds: kind === 'metric' ? condition.noDataSeconds : null,
    worseIsGreater: !(kind === 'certificate' || (kind === 'metric' && condition.direction === 'below')),
  }
}

/** Returns the transitions of one rule. What is neither wrong nor known to have been takes no time. */
export function evaluateRule(rule: EvaluatedRule, world: World): Transition[] {
  const states = world.states.get(rule.id) ?? none
  const timing = timingOf(rule)
  const transitions: Transition[] = []
  const seen = new Set<string>()
  const { elapsedSeconds } = world

  const advance = (target: string, reading: AlertReading, breach: Breach | undefined) => {
    seen.add(target)
    const before = states.get(target) ?? calm
    const { state, outcome } = nextAlertState(before, reading, timing)
    if (outcome !== null || !(isSame(before, state) || (isCalm(before) && isCalm(state))))
      transitions.push({ rule, target, state, outcome, breach })
  }

  const { condition } = rule
  if (condition.kind === 'metric') {
    const measured = world.measured.get(rule.organizationId)
    for (const subject of measured?.[condition.of] ?? []) {
      if (!isInScope(rule, subject)) continue
      const value = subject.valueOf(condition.param)
      const phase = states.get(subject.target)?.phase
      if (value === null) {
        if (phase === undefined && condition.noDataSeconds === null) continue
        advance(subject.target, { kind: 'missing', elapsedSeconds }, metricBreach(subject, rule, null))
        continue
      }
      if (!breachesThreshold(value, condition, phase === 'firing' || phase === 'recovering')) continue
      advance(subject.target, { kind: 'breach', value, elapsedSeconds }, metricBreach(subject, rule, value))
    }
  } else {
    const found =
      condition.kind === 'log'
        ? world.logBreaches.get(rule.id)
        : world.breaches.get(condition.kind)?.get(rule.organizationId)
    for (const breach of found ?? [])
      if (isInScope(rule, breach) && meets(condition, breach))
        advance(breach.target, { kind: 'breach', value: breach.value, elapsedSeconds }, breach)
  }
  for (const target of states.keys())
    if (!seen.has(target)) advance(target, { kind: 'clear', value: null, elapsedSeconds }, undefined)
  return transitions
}

function metricBreach(subject: Measured, { condition }: EvaluatedRule, value: number | null): Breach {
  const place = `${subject.service}${subject.replica === null ? '' : ` ${subject.replica + 1}`} of ${subject.instanceName}`
  if (condition.kind !== 'metric') throw new Error('not a rule about metrics')
  const { label, unit } = metricFacts[condition.param]
  const text = (number: number) => metricText(unit, number)
  const summary =
    value === null
      ? `${label} of ${place} was not measured.`
      : `${label} of ${place} is ${text(value)}, ${condition.direction} ${text(condition.threshold)}.`
  return { ...subject, value, summary, lines: [] }
}

const isSame = (one: AlertState, other: AlertState): boolean =>
  one.phase === other.phase &&
  one.heldSeconds === other.heldSeconds &&
  one.missingSeconds === other.missingSeconds &&
  one.flaps === other.flaps &&
  one.quietSeconds === other.quietSeconds &&
  one.peak === other.peak
