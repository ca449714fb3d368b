import type { Log } from '../log.ts'
import type { JobQueue } from './job-queue.ts'

/** Delay before the library is loaded, so that it does not slow down the start. */
const SOON_MS = 500
const AGAIN_MS = 10_000

/** Starts taking jobs from a queue, and retries until that succeeds. Returns a function that stops it. */
export const startWorking = <Job extends object>(
  queue: JobQueue<Job>,
  handle: (job: Job) => Promise<void>,
  log: Log,
): (() => Promise<void>) => {
  let isStopped = false
  const begin = () => {
    queue.work(handle).catch((error: unknown) => {
      if (isStopped) return
      log.warn({ err: error }, 'a job queue could not be opened; retrying')
      timer = setTimeout(begin, AGAIN_MS)
    })
  }
  let timer = setTimeout(begin, SOON_MS)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await queue.stop()
  }
}
