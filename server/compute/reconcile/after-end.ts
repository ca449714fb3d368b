import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { WorkloadState } from '../../engines/engine.ts'
import { exitWords } from '../../engines/exit-words.ts'
import { systemLine } from '../logs/kept-line.ts'
import { failStart } from './fail-start.ts'
import type { HeldInstance } from './held-instance.ts'
import type { NextLook } from './next-look.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'
import { takeDown } from './take-down.ts'

const RESTARTS = 5
const ENGINE_GOES_DOWN_MS = 1500

export type EndedState = Extract<WorkloadState, { kind: 'ended' }>

/**
 * What becomes of an instance whose program ended by itself: a worker without ports that reported success is finished;
 * one that ended at its first start has failed; one that had been running is started again, with growing pauses, a few
 * times.
 */
export async function workloadEnded(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  state: EndedState,
): Promise<NextLook> {
  const words = state.words ?? exitWords(state.exitCode, state.outOfMemory)
  const wasRunning = held.row.activeSince !== null || held.row.attempts > 0
  if (isFinished(held, state.exitCode) && !state.outOfMemory) return finish(options, held, id, words)
  const code = state.outOfMemory ? 'outOfMemory' : 'exited'
  if (!wasRunning) return failStart(options, held, { code, message: `${words} It was not yet ready.` })
  const attempts = attemptAfter(held, options.limits.stableMs)
  if (attempts === undefined) {
    const message = `It ended ${RESTARTS + 1} times in a row and is not started again. ${words}`
    return failStart(options, held, { code: state.outOfMemory ? 'outOfMemory' : 'crashLoop', message })
  }
  const pauseMs = options.limits.firstRestartMs * 2 ** (attempts - 1)
  const dueAt = new Date(Date.now() + pauseMs)
  const next = `Starting again in ${seconds(pauseMs)} (${attempts} of ${RESTARTS})`
  await held.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      stage: next,
      fault: { code, message: words, at: new Date().toISOString() },
      publishedPorts: [],
      activeSince: null,
      attempts,
      dueAt,
      deadlineAt: deadlineFrom(options.limits, dueAt.getTime()),
    },
    moment: 'lastInstanceStartedAt',
    lines: [systemLine(words), systemLine(next)],
    events: [
      systemLine(`Ended with exit code ${state.exitCode}${state.outOfMemory ? ' (out of memory)' : ''}. ${next}`),
    ],
  })
  return { atMs: dueAt.getTime() }
}

/** A worker without ports that reported success has done what it was there for. */
export const isFinished = ({ row }: HeldInstance, exitCode: number): boolean =>
  exitCode === 0 && row.containerPorts.length === 0

/** Which start in a row the next one is; undefined when there is none. */
export function attemptAfter(held: HeldInstance, stableMs: number): number | undefined {
  const attempts = ranLong(held, stableMs) ? 1 : held.row.attempts + 1
  return attempts > RESTARTS ? undefined : attempts
}

async function finish(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  words: string,
): Promise<undefined> {
  // An engine that shuts down ends its workloads first; then asking again fails, and this was no finish.
  await held.pause(ENGINE_GOES_DOWN_MS)
  await options.engine.inspect(id)
  await takeDown(options, id, 0)
  await held.write({
    set: {
      state: 'Closed',
      status: 'Deprecated',
      stage: '',
      fault: { code: 'finished', message: words, at: new Date().toISOString() },
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      deadlineAt: null,
      dueAt: null,
      attempts: 0,
    },
    finished: true,
    ended: true,
    moment: 'lastInstanceClosedAt',
    lines: [systemLine(words)],
    events: [systemLine('Ended with exit code 0')],
  })
}

const ranLong = (held: HeldInstance, stableMs: number): boolean =>
  held.row.activeSince !== null && Date.now() - held.row.activeSince.getTime() >= stableMs

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`
