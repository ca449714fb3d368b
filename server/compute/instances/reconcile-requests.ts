import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { ReconcileQueue } from '../reconcile/reconcile-queue.ts'
import { DESIRED_STATE_CHANNEL } from './instance-channel.ts'

/** How a new wish becomes work: a durable job in the transaction that wrote it, and a nudge once it is committed. */
export interface ReconcileRequests {
  /** Before the transaction, so that it does not wait for the queue while it holds a connection. */
  ready(): Promise<void>
  write(tx: DbOrTx, id: InstanceId): Promise<void>
  /** Called after the commit; this process goes to work at once. */
  written(id: InstanceId): void
}

export const createReconcileRequests = (
  node: string,
  jobs: ReconcileQueue,
  nudge: (id: InstanceId) => void,
): ReconcileRequests => ({
  ready: jobs.ready,
  async write(tx, id) {
    await jobs.send(tx, { instanceId: id })
    await tx.execute(sql`select pg_notify(${DESIRED_STATE_CHANNEL}, ${`${node}/${id}`})`)
  },
  written: nudge,
})
