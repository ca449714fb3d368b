import { asc, sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import { jobs } from '../../../store/schema.ts'
import { type FireOptions, fireJob } from './fire-job.ts'

export interface Scheduler {
  start(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
const AT_ONCE = 100

/** Starts jobs that are due. All nodes do so; each run is created by one. */
export function createScheduler(options: FireOptions & { log: Log }): Scheduler {
  const { db, log } = options
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function fireDue(): Promise<void> {
    const due = await db
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`${jobs.nextAt} <= now()`)
      .orderBy(asc(jobs.nextAt))
      .limit(AT_ONCE)
    for (const { id } of due) {
      if (isStopped) return
      // One job must not keep the others waiting.
      await fireJob(options, id).catch((error: unknown) => log.warn({ err: error, jobId: id }, 'a job was not started'))
    }
  }

  function schedule(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      turn = fireDue()
        .catch((error: unknown) => log.warn({ err: error }, 'looking for due jobs failed; trying again'))
        .then(schedule)
    }, EVERY_MS)
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
