import { attemptAfter, isFinished } from './handle-workload-exit.ts'
import type { LeasedInstance } from './leased-instance.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'

/** The end of a workload as the engine's event told of it. */
export interface ExitEvent {
  exitCode: number
  atMs: number
}

/**
 * Says at once that a program has ended which will be started again. An engine that tidies up after a workload may
 * take half a second before it answers anything about it; how it ended is told then.
 */
export async function publishExit(
  { limits }: ReconcileOptions,
  leased: LeasedInstance,
  { exitCode, atMs }: ExitEvent,
): Promise<void> {
  const { state, activeSince } = leased.row
  // An event from before this run is old news.
  if (state !== 'Active' || activeSince === null || atMs < activeSince.getTime()) return
  if (isFinished(leased, exitCode) || attemptAfter(leased, limits.stableMs) === undefined) return
  await leased.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      progressMessage: `The program exited with code ${exitCode}`,
      publishedPorts: [],
      deadlineAt: deadlineFrom(limits, Date.now()),
    },
    projectTimestamp: 'lastInstanceStartedAt',
  })
}
