/**
 * How far a rule is with one thing that it watches. Durations are sums of the times between evaluations, so that a clock
 * that jumps neither fires an alert nor ends it.
 *
 * | phase      | breach                         | clear                           | missing            |
 * |------------|--------------------------------|---------------------------------|--------------------|
 * | ok         | pending, or firing at once     | ok                              | ok, until too long |
 * | pending    | firing after `forSeconds`      | ok                              | pending            |
 * | firing     | firing                         | recovering                      | firing             |
 * | recovering | firing, without a message      | ok after the recovery time      | recovering         |
 */
export interface AlertState {
  phase: 'ok' | 'pending' | 'firing' | 'recovering'
  /** How long the condition has held, or has not held while recovering. */
  heldSeconds: number
  missingSeconds: number
  /** Times that it fired lately. Each doubles the recovery time. */
  flaps: number
  /** Time since the last recovery. */
  quietSeconds: number
  /** The value furthest beyond the threshold. */
  peak: number | null
}

/** One evaluation. `elapsedSeconds` is the time since the one before, as this process measured it. */
export type AlertReading =
  | { kind: 'breach'; value: number | null; elapsedSeconds: number }
  | { kind: 'clear'; value: number | null; elapsedSeconds: number }
  | { kind: 'missing'; elapsedSeconds: number }

export interface AlertTiming {
  forSeconds: number
  /** Fires when nothing was measured for this long; null for never. */
  noDataSeconds: number | null
  /** Whether greater values are worse. */
  worseIsGreater: boolean
}

export type AlertOutcome = 'fired' | 'recovered' | null

export const calm: AlertState = {
  phase: 'ok',
  heldSeconds: 0,
  missingSeconds: 0,
  flaps: 0,
  quietSeconds: 0,
  peak: null,
}

/** A process that was suspended has seen nothing of that time. */
const MAX_ELAPSED_SECONDS = 30
const MIN_RECOVERY_SECONDS = 60
const MAX_RECOVERY_SECONDS = 1800
/** After an hour of quiet, an alert recovers as fast as before. */
const FORGIVEN_AFTER_SECONDS = 3600

/** Returns how long a condition must not hold before the alert recovers. */
export function recoverySeconds({ forSeconds }: Pick<AlertTiming, 'forSeconds'>, flaps: number): number {
  const base = Math.min(Math.max(forSeconds, MIN_RECOVERY_SECONDS), 300)
  return Math.min(base * 2 ** Math.max(0, Math.min(flaps, 10) - 1), MAX_RECOVERY_SECONDS)
}

/** Nothing needs to be stored about it. */
export const isCalm = ({ phase, flaps, missingSeconds }: AlertState): boolean =>
  phase === 'ok' && flaps === 0 && missingSeconds === 0

export function nextAlertState(
  before: AlertState,
  reading: AlertReading,
  timing: AlertTiming,
): { state: AlertState; outcome: AlertOutcome } {
  const elapsed = Math.min(Math.max(reading.elapsedSeconds, 0), MAX_ELAPSED_SECONDS)
  if (reading.kind === 'missing') return afterMissing(before, elapsed, timing)
  const state = { ...before, missingSeconds: 0 }
  if (reading.kind === 'clear') return afterClear(state, elapsed, timing)
  const peak = worse(before.peak, reading.value, timing.worseIsGreater)
  switch (before.phase) {
    case 'firing':
    case 'recovering':
      return { state: { ...state, phase: 'firing', heldSeconds: 0, peak }, outcome: null }
    case 'ok':
      // The condition was first seen just now, so no time has passed.
      return timing.forSeconds === 0
        ? fire({ ...state, peak: reading.value })
        : { state: { ...state, phase: 'pending', heldSeconds: 0, peak: reading.value }, outcome: null }
    case 'pending': {
      const heldSeconds = before.heldSeconds + elapsed
      return heldSeconds >= timing.forSeconds
        ? fire({ ...state, peak })
        : { state: { ...state, heldSeconds, peak }, outcome: null }
    }
  }
}

function afterClear(state: AlertState, elapsed: number, timing: AlertTiming) {
  switch (state.phase) {
    case 'ok': {
      if (state.flaps === 0) return { state: calm, outcome: null }
      const quietSeconds = state.quietSeconds + elapsed
      const isForgiven = quietSeconds >= FORGIVEN_AFTER_SECONDS
      return { state: isForgiven ? calm : { ...state, quietSeconds }, outcome: null }
    }
    case 'pending':
      return { state: { ...state, phase: 'ok' as const, heldSeconds: 0, peak: null }, outcome: null }
    case 'firing':
      return { state: { ...state, phase: 'recovering' as const, heldSeconds: 0 }, outcome: null }
    case 'recovering': {
      const heldSeconds = state.heldSeconds + elapsed
      if (heldSeconds < recoverySeconds(timing, state.flaps)) return { state: { ...state, heldSeconds }, outcome: null }
      const ended = { ...state, phase: 'ok' as const, heldSeconds: 0, quietSeconds: 0, peak: null }
      return { state: ended, outcome: 'recovered' as const }
    }
  }
}

/** A series without a value neither fires nor recovers. */
function afterMissing(before: AlertState, elapsed: number, { noDataSeconds }: AlertTiming) {
  if (noDataSeconds === null) return { state: before, outcome: null }
  const missingSeconds = Math.min(before.missingSeconds + elapsed, noDataSeconds)
  const state = { ...before, missingSeconds }
  const isQuiet = before.phase === 'ok' || before.phase === 'pending'
  return isQuiet && missingSeconds >= noDataSeconds ? fire({ ...state, peak: null }) : { state, outcome: null }
}

const fire = (state: AlertState): { state: AlertState; outcome: AlertOutcome } => ({
  state: { ...state, phase: 'firing', heldSeconds: 0, flaps: state.flaps + 1, quietSeconds: 0 },
  outcome: 'fired',
})

function worse(one: number | null, other: number | null, worseIsGreater: boolean): number | null {
  if (one === null || other === null) return one ?? other
  return worseIsGreater ? Math.max(one, other) : Math.min(one, other)
}
