import { isOfThisBoot, processMark } from './process-mark.ts'
import { signal } from './signal.ts'

/**
 * Ends a program with everything that it started. Its group outlives its first process, and no new process gets the
 * group's number meanwhile; but one that has the number now and began at another time is a stranger.
 */
export function killProcessGroup(pid: number, mark: string | undefined): void {
  const now = processMark(pid)
  if (isOfThisBoot(mark) && (now === undefined || now === mark)) signal(-pid, 'SIGKILL')
}
