import { sql } from 'drizzle-orm'
import type { fromDrizzle, JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import type { DbOrTx } from '../store/connection.ts'
import { type OpenedOnce, openedOnce } from './opened-once.ts'

/** A queue of durable jobs, each of which is handled at least once. */
export interface JobQueue<Job extends object> {
  /** Before a transaction that will send: opens the queue at its first use. */
  ready(): Promise<void>
  /** Part of the caller's transaction: the job is there if, and only if, the change is. */
  send(tx: DbOrTx, job: Job): Promise<void>
  /** After the commit: the worker of this process looks at once instead of at its next poll. */
  nudge(): void
  /** Hands jobs to `handle`; one that it fails is tried again. Asked again it does nothing. */
  work(handle: (job: Job) => Promise<void>): Promise<void>
  /** No more jobs are handed out. */
  rest(): Promise<void>
}

export interface QueueOptions {
  name: string
  /** A job that has not ended by then is given up by its worker, and tried again. */
  lastsSeconds: number
  retryLimit: number
  /** Before the second try; the pauses after it double, up to `longestDelaySeconds`. */
  retryDelaySeconds: number
  longestDelaySeconds: number
  /** How long an ended job stays in the table. */
  retainSeconds: number
  /** The net below `nudge`. */
  pollSeconds: number
  jobsAtOnce: number
}

export type JobLibrary = OpenedOnce<{ boss: PgBoss; fromDrizzle: typeof fromDrizzle }>

/** A process that has said nothing of its jobs for so long is dead, and others take them. */
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
  let isResting = false

  const opened = openedOnce(async () => {
    const using = await library.get()
    await using.boss.createQueue(name, {
      expireInSeconds: options.lastsSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: options.retryLimit,
      retryDelay: options.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: options.longestDelaySeconds,
      deleteAfterSeconds: options.retainSeconds,
    })
    // Makes it remember the queue: else the first jobs would each ask for it with a second connection, while their
    // transactions hold all that there are.
    await using.boss.findJobs(name, { id: NO_JOB })
    return using
  })

  /** One job's failure is its own: the others of its batch are done. */
  async function outcome(id: string, work: Promise<void>): Promise<JobResult> {
    try {
      await work
      return { id, status: 'completed' }
    } catch (error) {
      if (!isResting) log.warn({ err: error, queue: name }, 'a job failed; it is tried again later')
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
      if (isWorking || isResting) return
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

    async rest() {
      isResting = true
      await worker?.boss.offWork(name, { id: worker.id, wait: false })
      worker = undefined
    },
  }
}
