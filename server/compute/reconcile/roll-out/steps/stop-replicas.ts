import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../../store/connection.ts'
import { replicas } from '../../../../store/schema.ts'
import { notifyReplicas } from '../notify-replicas.ts'
import type { RollOutStep } from '../roll-out-state.ts'

/** Each replica ends its workload by itself; with `drains`, after its last request. */
export async function stopReplicas(
  tx: Tx,
  { replicas: ids, drains }: Extract<RollOutStep, { kind: 'stop' }>,
): Promise<void> {
  await tx
    .update(replicas)
    .set({
      desiredState: 'closed',
      progressMessage: '',
      dueAt: null,
      deadlineAt: null,
      ...(drains && { drainingSince: sql`coalesce(${replicas.drainingSince}, now())` }),
      revision: sql`${replicas.revision} + 1`,
    })
    .where(inArray(replicas.id, [...ids]))
  await notifyReplicas(tx, ids)
}
