import type { Clock } from './next-steps.ts'
import type { Exited, Outage, ReplicaRules, ReplicaState } from './replica-event.ts'

/** In a row. */
export const RESTARTS = 5

export const hasRun = ({ activeSince, attempts }: ReplicaState): boolean => activeSince !== null || attempts > 0

/** A worker without ports that reports success has done its work. */
export const isSuccess = ({ hasPorts, restartPolicy }: ReplicaRules, exitCode: number): boolean =>
  exitCode === 0 && (restartPolicy === 'never' || (!hasPorts && restartPolicy === 'on-failure'))

/** Which restart in a row the next one is; undefined when there were too many, or none is wanted. */
export function restartAttempt(
  { activeSince, attempts }: ReplicaState,
  { restartPolicy }: ReplicaRules,
  { nowMs, limits }: Clock,
): number | undefined {
  const wasStable = activeSince !== null && nowMs - activeSince.getTime() >= limits.stableMs
  const attempt = wasStable ? 1 : attempts + 1
  return restartPolicy === 'never' || attempt > RESTARTS ? undefined : attempt
}

/**
 * After an outage of the engine every workload is restarted. After one of the control plane too, except a worker that
 * reports success: it has most likely finished.
 */
export const endedWithOutage = (rules: ReplicaRules, { exitCode }: Exited, outage: Outage | undefined): boolean =>
  outage === 'engine' || (outage === 'controlPlane' && !isSuccess(rules, exitCode))
