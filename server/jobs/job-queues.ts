import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { createJobQueue, type JobQueue, type QueueOptions } from './job-queue.ts'
import { openedOnce } from './opened-once.ts'

export interface JobQueues {
  queue<Job extends object>(options: QueueOptions): JobQueue<Job>
  stop(): Promise<void>
}

const SUPERVISE_SECONDS = 20

/** Creates durable job queues in PostgreSQL. The library is loaded on first use, to keep the start fast. */
export function createJobQueues({ pool }: Pick<Store, 'pool'>, log: Log): JobQueues {
  const library = openedOnce(async () => {
    const { PgBoss, fromDrizzle } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schedule: false,
      // Maximum delay before a job of a killed process is detected.
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      monitorVacuum: false,
      reindex: false,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
    await boss.start()
    return { boss, fromDrizzle }
  })

  return {
    queue: (options) => createJobQueue(library, options, log),
    async stop() {
      const using = await library.begun()?.catch(() => undefined)
      await using?.boss.stop({ graceful: false, close: false })
    },
  }
}
