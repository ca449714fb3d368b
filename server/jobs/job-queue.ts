import { sql } from 'drizzle-orm'
import type { fromDrizzle, JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import type { DbOrTx } from '../store/connection.ts'
import { type OpenedOnce, openedOnce } from './opened-once.ts'

/** A queue of durable jobs, each of which is handled at least once. */
export interface JobQueue<Job extends object> {
  /** Await this before a transaction that calls `send`; opens the queue on first use. */
  ready(): Promise<void>
  /** Enqueues a job in the caller's transaction: it exists if, and only if, the transaction commits. */
  send(tx: DbOrTx, job: Job): Promise<void>
  /** Call this after the commit: the worker of this process polls at once. */
  nudge(): void
  /** Starts passing jobs to `handle`; a job whose handler fails is retried. Does nothing when called again. */
  work(handle: (job: Job) => Promise<void>): Promise<void>
  /** Stops taking jobs. */
  stop(): Promise<void>
}

export interface QueueOptions {
  name: string
  /** Time limit for a job; after it, the job is retried. */
  timeoutSeconds: number
  retryLimit: number
  /** Delay before the first retry; later delays double, up to `maxRetryDelaySeconds`. */
  retryDelaySeconds: number
  maxRetryDelaySeconds: number
  /** How long a finished job stays in the table. */
  retainSeconds: number
  /** Polling interval, in case a `nudge` is missed. */
  pollSeconds: number
  jobsAtOnce: number
}

export type JobLibrary = OpenedOnce<{ boss: PgBoss; fromDrizzle: typeof fromDrizzle }>

/** A process without a heartbeat for this long counts as dead, and others take over its jobs. */
const HEARTBEAT_SECONDS = 20
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export function createJobQueue<Job extends object>(
  library: JobLibrary,
  options: QueueOptions,
  log: Log,
): JobQueue<Job> {
  const { name } = options
  let worker: { boss: PgBoss; id: string } | undefined
  let isWorking = false
  let isStopped = false

  const opened = openedOnce(async () => {
    const using = await library.get()
    await using.boss.createQueue(name, {
      expireInSeconds: options.timeoutSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: options.retryLimit,
      retryDelay: options.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: options.maxRetryDelaySeconds,
      deleteAfterSeconds: options.retainSeconds,
    })
    // Fills pg-boss's cache of queues: otherwise the first jobs would each read the queue with a second connection
    // while their transactions hold all connections of the pool.
    await using.boss.findJobs(name, { id: NO_JOB })
    return using
  })

  /** Reports each job's result separately, so that one failure does not fail the others in its batch. */
  async function outcome(id: string, work: Promise<void>): Promise<JobResult> {
    try {
      await work
      return { id, status: 'completed' }
    } catch (error) {
      if (!isStopped) log.warn({ err: error, queue: name }, 'a job failed; it will be retried')
      return { id, status: 'failed' }
    }
  }

  return {
    async ready() {
      await opened.get()
    },

    async send(tx, job) {
      const { boss, fromDrizzle } = await opened.get()
      await boss.send(name, job, { db: fromDrizzle(tx, sql) })
    },

    nudge() {
      worker?.boss.notifyWorker(worker.id)
    },

    async work(handle) {
      if (isWorking || isStopped) return
      isWorking = true
      try {
        const { boss } = await opened.get()
        const polling = {
          pollingIntervalSeconds: options.pollSeconds,
          batchSize: options.jobsAtOnce,
          perJobResults: true,
        } as const
        const id = await boss.work<Job, void, typeof polling>(name, polling, (jobs) =>
          Promise.all(jobs.map(({ id, data }) => outcome(id, handle(data)))),
        )
        worker = { boss, id }
      } catch (error) {
        isWorking = false
        throw error
      }
    },

    async stop() {
      isStopped = true
      await worker?.boss.offWork(name, { id: worker.id, wait: false })
      worker = undefined
    },
  }
}
