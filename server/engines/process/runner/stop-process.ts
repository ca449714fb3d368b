import { setTimeout as delay } from 'node:timers/promises'
import { killProcessGroup } from '../system/kill-process-group.ts'
import { isAlive } from '../system/process-mark.ts'
import { signal } from '../system/signal.ts'
import type { RunRecord } from '../workload-folder.ts'

const pauseMs = 2

/** Asks the program to stop, by its runner, and ends it by force when `ended` does not come within the grace. */
export async function stopProcess(run: RunRecord, graceMs: number, ended: Promise<void>): Promise<void> {
  const kill = () => killProcessGroup(run.childPid, run.childMark)
  if (graceMs <= 0) kill()
  else if (isAlive(run.runnerPid, run.runnerMark)) signal(run.runnerPid, 'SIGTERM')
  const timer = setTimeout(kill, graceMs)
  await ended
  clearTimeout(timer)
  // It has written its last record and is about to leave.
  while (isAlive(run.runnerPid, run.runnerMark)) await delay(pauseMs)
}
