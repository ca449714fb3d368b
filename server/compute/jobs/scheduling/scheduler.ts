import { asc, lte, sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import { jobs } from '../../../store/schema.ts'
import { createDueTimer, type DueTimer } from '../../due-timer.ts'
import { type FireOptions, fireJob } from './fire-job.ts'

/** Starts jobs that are due. */
export const createScheduler = (options: FireOptions & { log: Log }): DueTimer =>
  createDueTimer(options.log, [
    {
      what: 'a job',
      find: (limit) =>
        options.db
          .select({ id: jobs.id })
          .from(jobs)
          .where(lte(jobs.nextAt, sql`now()`))
          .orderBy(asc(jobs.nextAt))
          .limit(limit),
      start: (id) => fireJob(options, id),
    },
  ])
