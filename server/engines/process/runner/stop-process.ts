import { setTimeout as delay } from 'node:timers/promises'
import { killProcessGroup } from '../system/kill-process-group.ts'
import { isAlive } from '../system/process-mark.ts'
import { signal } from '../system/signal.ts'
import type { RunRecord } from '../workload-folder.ts'

const pauseMs = 2

/**
 * Sends SIGTERM through the runner, and SIGKILL to the process group when `ended` does not resolve within the grace
 * period.
 */
export async function stopProcess(run: RunRecord, graceMs: number, ended: Promise<void>): Promise<void> {
  const kill = () => killProcessGroup(run.childPid, run.childMark)
  if (graceMs <= 0) kill()
  else if (isAlive(run.runnerPid, run.runnerMark)) signal(run.runnerPid, 'SIGTERM')
  const timer = setTimeout(kill, graceMs)
  await ended
  clearTimeout(timer)
  // The runner has written its exit record and is about to exit.
  while (isAlive(run.runnerPid, run.runnerMark)) await delay(pauseMs)
}
