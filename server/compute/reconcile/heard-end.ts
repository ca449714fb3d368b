import { attemptAfter, isFinished } from './after-end.ts'
import type { HeldInstance } from './held-instance.ts'
import { deadlineFrom, type ReconcileOptions } from './reconcile-options.ts'

/** The end of a workload as the engine's event told of it. */
export interface HeardEnd {
  exitCode: number
  atMs: number
}

/**
 * Says at once that a program has ended which will be started again. An engine that tidies up after a workload may
 * take half a second before it answers anything about it; how it ended is told then.
 */
export async function sayHeardEnd(
  { limits }: ReconcileOptions,
  held: HeldInstance,
  { exitCode, atMs }: HeardEnd,
): Promise<void> {
  const { state, activeSince } = held.row
  // An event from before this run is old news.
  if (state !== 'Active' || activeSince === null || atMs < activeSince.getTime()) return
  if (isFinished(held, exitCode) || attemptAfter(held, limits.stableMs) === undefined) return
  await held.write({
    set: {
      state: 'Starting',
      status: 'Pending',
      stage: `The program ended with exit code ${exitCode}`,
      publishedPorts: [],
      deadlineAt: deadlineFrom(limits, Date.now()),
    },
    moment: 'lastInstanceStartedAt',
  })
}
