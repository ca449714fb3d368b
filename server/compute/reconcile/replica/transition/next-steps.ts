import { deadlineFrom, type TimeLimits } from '../../reconcile-options.ts'
import type { Observation, Outcome, ReplicaState, Step } from './replica-event.ts'

export interface Transition extends Observation {
  next: Step
}

export interface Clock {
  nowMs: number
  limits: TimeLimits
}

export const rest: Step = { kind: 'rest' }

export const teardownAs = (outcome: Outcome, graceMs: number): Transition => ({
  next: { kind: 'teardown', graceMs, outcome },
})

export const failWith = (error: { code: string; message: string }): Transition =>
  teardownAs({ kind: 'failed', error }, 0)

/** The columns of a replica that starts, from this time on. */
export const starting = (
  progressMessage: string,
  fromMs: number,
  { limits }: Clock,
): Partial<ReplicaState> & { state: 'Starting' } => ({
  state: 'Starting',
  status: 'Pending',
  progressMessage,
  publishedPorts: [],
  activeSince: null,
  deadlineAt: deadlineFrom(limits, fromMs),
})
