import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { WorkloadState } from '../../engines/engine.ts'
import { exitMessage } from '../../engines/exit-message.ts'
import { systemLine } from '../logs/stored-line.ts'
import { failStart } from './fail-start.ts'
import type { LeasedInstance } from './leased-instance.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'
import type { Requeue } from './requeue.ts'
import { teardown } from './teardown.ts'

const RESTARTS = 5
const ENGINE_SHUTDOWN_MS = 1500

export type EndedState = Extract<WorkloadState, { kind: 'ended' }>

/**
 * What becomes of an instance whose program ended by itself: a worker without ports that reported success is finished;
 * one that ended at its first start has failed; one that had been running is started again, with growing pauses, a few
 * times.
 */
export async function handleWorkloadExit(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  state: EndedState,
): Promise<Requeue> {
  const message = state.message ?? exitMessage(state.exitCode, state.outOfMemory)
  const wasRunning = leased.row.activeSince !== null || leased.row.attempts > 0
  if (isFinished(leased, state.exitCode) && !state.outOfMemory) return finish(options, leased, id, message)
  const code = state.outOfMemory ? 'outOfMemory' : 'exited'
  if (!wasRunning) return failStart(options, leased, { code, message: `${message} It was not ready yet.` })
  const attempts = attemptAfter(leased, options.limits.stableMs)
  if (attempts === undefined) {
    const crashMessage = `The program exited ${RESTARTS + 1} times in a row and is not restarted. ${message}`
    return failStart(options, leased, { code: state.outOfMemory ? 'outOfMemory' : 'crashLoop', message: crashMessage })
  }
  const pauseMs = options.limits.firstRestartMs * 2 ** (attempts - 1)
  const dueAt = new Date(Date.now() + pauseMs)
  const next = `Restarting in ${seconds(pauseMs)} (attempt ${attempts} of ${RESTARTS})`
  await leased.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      progressMessage: next,
      error: { code, message: message, at: new Date().toISOString() },
      publishedPorts: [],
      activeSince: null,
      attempts,
      dueAt,
      deadlineAt: deadlineFrom(options.limits, dueAt.getTime()),
    },
    projectTimestamp: 'lastInstanceStartedAt',
    lines: [systemLine(message), systemLine(next)],
    events: [systemLine(`Exited with code ${state.exitCode}${state.outOfMemory ? ' (out of memory)' : ''}. ${next}`)],
  })
  return { atMs: dueAt.getTime() }
}

/** A worker without ports that reported success has done what it was there for. */
export const isFinished = ({ row }: LeasedInstance, exitCode: number): boolean =>
  exitCode === 0 && row.containerPorts.length === 0

/** Which start in a row the next one is; undefined when there is none. */
export function attemptAfter(leased: LeasedInstance, stableMs: number): number | undefined {
  const attempts = ranLong(leased, stableMs) ? 1 : leased.row.attempts + 1
  return attempts > RESTARTS ? undefined : attempts
}

async function finish(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  message: string,
): Promise<undefined> {
  // An engine that shuts down ends its workloads first; then asking again fails, and this was no finish.
  await leased.pause(ENGINE_SHUTDOWN_MS)
  await options.engine.inspect(id)
  await teardown(options, id, 0)
  await leased.write({
    set: {
      state: 'Closed',
      status: 'Deprecated',
      progressMessage: '',
      error: { code: 'finished', message: message, at: new Date().toISOString() },
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      deadlineAt: null,
      dueAt: null,
      attempts: 0,
    },
    finished: true,
    ended: true,
    projectTimestamp: 'lastInstanceClosedAt',
    lines: [systemLine(message)],
    events: [systemLine('Exited with code 0')],
  })
}

const ranLong = (leased: LeasedInstance, stableMs: number): boolean =>
  leased.row.activeSince !== null && Date.now() - leased.row.activeSince.getTime() >= stableMs

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`
