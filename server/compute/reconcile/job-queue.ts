import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx, Store } from '../../store/connection.ts'

const QUEUE = 'reconcile'
/** Polling is only the net below the nudge in the same process, so it may be slow. */
const POLL_SECONDS = 5
const JOBS_AT_ONCE = 20
/** A job that its worker never ended is given to another after this. */
const JOB_LASTS_SECONDS = 20 * 60
const KEPT_SECONDS = 60 * 60
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export interface JobQueue {
  /** Before a transaction that will send: opens the queue at its first use. */
  ready(): Promise<void>
  /** Part of the caller's transaction: the job is there if, and only if, the change is. */
  send(tx: DbOrTx, instanceId: InstanceId): Promise<void>
  /** Hands jobs to `handle`, which settles when the instance needs nothing more for now. Asked again it does nothing. */
  work(handle: (id: InstanceId) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

type Opened = { boss: PgBoss; send: JobQueue['send'] }

/** Durable jobs in PostgreSQL. Their library is loaded at the first use, because a start must be quick. */
export function createJobQueue({ pool }: Pick<Store, 'pool'>, log: Log): JobQueue {
  let opened: Promise<Opened> | undefined
  let isWorking = false
  let isStopped = false

  async function open(): Promise<Opened> {
    const { PgBoss: Boss, fromDrizzle } = await import('pg-boss')
    const boss = new Boss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schedule: false,
      superviseIntervalSeconds: 60,
      monitorVacuum: false,
      reindex: false,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'the job queue had trouble'))
    await boss.start()
    const options = {
      expireInSeconds: JOB_LASTS_SECONDS,
      retryLimit: 10,
      retryDelay: 5,
      deleteAfterSeconds: KEPT_SECONDS,
    }
    await boss.createQueue(QUEUE, options)
    // Makes it remember the queue: else the first jobs would each ask for it with a second connection, while their
    // transactions hold all that there are.
    await boss.findJobs(QUEUE, { id: NO_JOB })
    const send: JobQueue['send'] = async (tx, instanceId) => {
      await boss.send(QUEUE, { instanceId }, { db: fromDrizzle(tx, sql) })
    }
    return { boss, send }
  }

  /** A failure is not kept: the next one who asks tries again. */
  function used(): Promise<Opened> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    async ready() {
      await used()
    },

    async send(tx, instanceId) {
      await (await used()).send(tx, instanceId)
    },

    async work(handle) {
      if (isWorking || isStopped) return
      isWorking = true
      try {
        const { boss } = await used()
        const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: JOBS_AT_ONCE }
        await boss.work<{ instanceId: InstanceId }>(QUEUE, options, async (jobs) => {
          await Promise.all(jobs.map(({ data }) => handle(data.instanceId)))
        })
      } catch (error) {
        isWorking = false
        throw error
      }
    },

    async stop() {
      isStopped = true
      const using = await opened?.catch(() => undefined)
      await using?.boss.stop({ graceful: false, close: false })
    },
  }
}
