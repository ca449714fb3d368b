import { isOfThisBoot, processMark } from './process-mark.ts'
import { signal } from './signal.ts'

/**
 * Kills a program and all processes in its group. The group outlives its first process, and its id is not reused
 * meanwhile; but a process that has this pid with another mark is unrelated and is not killed.
 */
export function killProcessGroup(pid: number, mark: string | undefined): void {
  const now = processMark(pid)
  if (isOfThisBoot(mark) && (now === undefined || now === mark)) signal(-pid, 'SIGKILL')
}
