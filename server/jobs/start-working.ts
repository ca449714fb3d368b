import type { Log } from '../log.ts'
import type { JobQueue } from './job-queue.ts'

/** A start must be quick, so the library is loaded when it is over. */
const SOON_MS = 500
const AGAIN_MS = 10_000

/** Begins to take a queue's jobs, and tries again while that does not work. Answers how to stop. */
export const startWorking = <Job extends object>(
  queue: JobQueue<Job>,
  handle: (job: Job) => Promise<void>,
  log: Log,
): (() => Promise<void>) => {
  let isStopped = false
  const begin = () => {
    queue.work(handle).catch((error: unknown) => {
      if (isStopped) return
      log.warn({ err: error }, 'a job queue could not be opened; trying again later')
      timer = setTimeout(begin, AGAIN_MS)
    })
  }
  let timer = setTimeout(begin, SOON_MS)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await queue.rest()
  }
}
