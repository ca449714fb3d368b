import { sql } from 'drizzle-orm'
import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'

/** NOTIFY channel: the id of a replica that is to start or to stop, for the reconcilers of all nodes. */
export const REPLICA_CHANNEL = 'replica_desired_state'

/** A lost notification only delays a pass. */
export const notifyReplicas = (tx: Tx, ids: readonly ReplicaId[]) =>
  tx.execute(sql`select pg_notify(${REPLICA_CHANNEL}, id) from unnest(${sql.param(ids)}::text[]) as changed(id)`)
