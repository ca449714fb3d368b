import { afterTeardown, PROVIDER_GONE } from './after-teardown.ts'
import { type Clock, rest, type Transition, teardownAs } from './next-steps.ts'
import type { EventOf, Failure, Outcome, ReplicaState } from './replica-event.ts'

const UNEXPECTED_ATTEMPTS = 3

export function afterFailure(row: ReplicaState, { failure, failures }: EventOf<'failed'>, clock: Clock): Transition {
  const { source, code, message } = failure
  const isUnreachable = code === 'engineUnreachable'
  // The first pass of a new process is always allowed, however long no process was running.
  const isOverdue = failures > 0 && row.deadlineAt !== null && row.deadlineAt.getTime() < clock.nowMs
  if (row.desiredState === 'active' && row.state === 'Starting' && (isFinal(failure, failures) || isOverdue)) {
    const outcome: Outcome = { kind: 'failed', error: errorOf(row, code, message) }
    return isUnreachable ? { ...afterTeardown(undefined, outcome, clock.nowMs), next: rest } : teardownAs(outcome, 0)
  }
  if (source !== 'engine') return { next: { kind: 'retry' } }
  // The end of the outage triggers a pass of every replica that is to run, so none has to be repeated before.
  const isWaiting = isUnreachable && row.desiredState === 'active' && row.state === 'Active'
  const observation = row.progressMessage === message ? {} : { set: { progressMessage: message } }
  return { ...observation, next: isWaiting ? rest : { kind: 'retry' } }
}

function errorOf({ status }: ReplicaState, code: string, message: string): { code: string; message: string } {
  if (status !== 'Deprecated-Provider') return { code, message }
  const lost = 'The engine no longer has the workload, and it could not be started again.'
  return { code: PROVIDER_GONE, message: `${lost} ${message}` }
}

/** Whether a repetition would fail the same way. */
function isFinal({ source, code }: Failure, failures: number): boolean {
  if (source !== 'engine') return source === 'start'
  if (code === 'engineUnreachable' || code === 'workloadNotFound') return false
  return code !== 'unexpected' || failures + 1 >= UNEXPECTED_ATTEMPTS
}
