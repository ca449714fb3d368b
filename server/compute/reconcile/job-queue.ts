import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx, Store } from '../../store/connection.ts'

const QUEUE = 'reconcile'
/** Polling is only the net below the nudge in the same process, so it may be slow. */
const POLL_SECONDS = 5
const JOBS_AT_ONCE = 20
/** A job that its worker never ended is given to another after this. */
const JOB_LASTS_SECONDS = 20 * 60
const NO_JOB = '00000000-0000-0000-0000-000000000000'
const KEPT_SECONDS = 60 * 60

export interface JobQueue {
  start(): Promise<void>
  /** Part of the caller's transaction: the job is there if, and only if, the change is. */
  send(tx: DbOrTx, instanceId: InstanceId): Promise<void>
  /** Hands jobs to `handle`, which settles when the instance needs nothing more for now. */
  work(handle: (id: InstanceId) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export function createJobQueue({ pool }: Pick<Store, 'pool'>, log: Log): JobQueue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 60,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had trouble'))

  return {
    async start() {
      await boss.start()
      await boss.createQueue(QUEUE, {
        expireInSeconds: JOB_LASTS_SECONDS,
        retryLimit: 10,
        retryDelay: 5,
        deleteAfterSeconds: KEPT_SECONDS,
      })
      // Makes it remember the queue: else the first jobs would each ask for it with a second connection, while their
      // transactions hold all that there are.
      await boss.findJobs(QUEUE, { id: NO_JOB })
    },

    async send(tx, instanceId) {
      await boss.send(QUEUE, { instanceId }, { db: fromDrizzle(tx, sql) })
    },

    async work(handle) {
      const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: JOBS_AT_ONCE }
      await boss.work<{ instanceId: InstanceId }>(QUEUE, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => handle(data.instanceId)))
      })
    },

    stop: () => boss.stop({ graceful: false, close: false }),
  }
}
