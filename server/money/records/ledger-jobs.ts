import { eq } from 'drizzle-orm'
import type { JobQueues } from '../../jobs/job-queues.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import { startWorking } from '../../jobs/start-working.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { ledgerChecks } from '../../store/schema.ts'
import { takeSnapshots } from '../balance-snapshots.ts'
import { checkLedger } from './check-ledger.ts'
import { inSnapshot, onOwnConnection } from './in-snapshot.ts'

interface LedgerJobOptions {
  store: Pick<Store, 'db' | 'url'>
  queues: JobQueues
  log: Log
  now?: () => Date
}

export interface LedgerJobs {
  start(): void
  stop(): Promise<void>
  /** Enqueues the check of the day once its hour has come, unless any control plane has done so. */
  enqueueCheck(): Promise<void>
}

type CheckJob = { day: string }

/** In UTC. */
const CHECK_HOUR = 3
const ENQUEUE_MS = 600_000
const SNAPSHOT_MS = 5000
const MAX_LOGGED = 100

/** Takes snapshots of balances and checks the ledger every night. A difference is logged as an error, with both sides. */
export function createLedgerJobs({ store, queues, log, now = () => new Date() }: LedgerJobOptions): LedgerJobs {
  const { db, url } = store
  const queue = queues.queue<CheckJob>({
    name: 'ledger-check',
    timeoutSeconds: 3600,
    retryLimit: 5,
    retryDelaySeconds: 60,
    maxRetryDelaySeconds: 3600,
    retainSeconds: 86_400,
    pollSeconds: 60,
    jobsAtOnce: 1,
  })

  async function enqueueCheck(): Promise<void> {
    const at = now()
    if (at.getUTCHours() < CHECK_HOUR) return
    const day = at.toISOString().slice(0, 10)
    const [known] = await db.select().from(ledgerChecks).where(eq(ledgerChecks.day, day))
    if (known) return
    await queue.ready()
    await db.transaction(async (tx) => {
      const { rowCount } = await tx.insert(ledgerChecks).values({ day }).onConflictDoNothing()
      if (rowCount) await queue.send(tx, { day })
    })
    queue.nudge()
  }

  async function check({ day }: CheckJob): Promise<void> {
    // Also after a restored backup, when adding up all entries takes longer than a statement of the pool may.
    await onOwnConnection(url, (own) => takeSnapshots(own, now()))
    const differences = await inSnapshot(url, checkLedger)
    for (const difference of differences.slice(0, MAX_LOGGED))
      log.error(difference, 'the ledger differs from its entries')
    if (differences.length === 0) log.info({ day }, 'the ledger was checked')
    else log.error({ day, differences: differences.length }, 'the ledger is not in order; run longshore-ledger check')
    await db
      .update(ledgerChecks)
      .set({ finishedAt: now(), differences: differences.length })
      .where(eq(ledgerChecks.day, day))
  }

  const stops: (() => Promise<void>)[] = []
  return {
    start() {
      const onError = (error: unknown) => log.warn({ err: error }, 'a job of the ledger failed; it will be repeated')
      stops.push(
        startWorking(queue, check, log),
        repeatEvery(ENQUEUE_MS, enqueueCheck, { onError }),
        repeatEvery(SNAPSHOT_MS, () => takeSnapshots(db, now()), { onError }),
      )
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
    enqueueCheck,
  }
}
