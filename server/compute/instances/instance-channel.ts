import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'

/** Carries an instance's id whenever its row has changed, for the gateway's routes. */
export const INSTANCE_CHANNEL = 'instance'

/** Carries an instance's id when its desired state has changed, so that the reconciler of every node runs a pass. */
export const DESIRED_STATE_CHANNEL = 'instance_desired_state'

/** Wakes the reconcilers once the transaction commits. A lost notification only delays: the row itself is the work to do. */
export const notifyDesiredState = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${DESIRED_STATE_CHANNEL}, ${id}::text)`)
