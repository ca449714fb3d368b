import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { createJobQueue, type JobQueue, type QueueOptions } from './job-queue.ts'
import { openedOnce } from './opened-once.ts'

export interface JobQueues {
  queue<Job extends object>(options: QueueOptions): JobQueue<Job>
  stop(): Promise<void>
}

const SUPERVISE_SECONDS = 20

/** Durable jobs in PostgreSQL. Their library is loaded at the first use, because a start must be quick. */
export function createJobQueues({ pool }: Pick<Store, 'pool'>, log: Log): JobQueues {
  const library = openedOnce(async () => {
    const { PgBoss, fromDrizzle } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schedule: false,
      // How soon it is seen that the process which had a job in hand was killed.
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      monitorVacuum: false,
      reindex: false,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'the job queue had trouble'))
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
