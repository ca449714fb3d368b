import { sql } from 'drizzle-orm'
import type { InstanceId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { RunId } from '../../../../src/contract/wire/jobs/job.ts'
import type { RestoreId, SnapshotId } from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { instances, replicas, restores, runs, snapshots } from '../../../store/schema.ts'

/** The row that one process works on at a time: an instance for its roll-out, one of its replicas, a run, a snapshot or a restore. */
export type Leasable =
  | { table: 'instance'; id: InstanceId }
  | { table: 'replica'; id: ReplicaId }
  | { table: 'run'; id: RunId }
  | { table: 'snapshot'; id: SnapshotId }
  | { table: 'restore'; id: RestoreId }

export type LeaseResult = 'acquired' | 'held' | 'gone'

/** Another process holds the lease now, or the row is gone: what this process knows of it is outdated. */
export class LeaseLost extends Error {}

const LEASE_SECONDS = 10
export const LEASE_RENEWED_MS = 3000
const expiry = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

const tables = { instance: instances, replica: replicas, run: runs, snapshot: snapshots, restore: restores }

/** Takes a row for one process. The lease of a dead process expires. */
export async function acquireLease(db: DbOrTx, { table, id }: Leasable, owner: string): Promise<LeaseResult> {
  const { rows } = await db.execute<{ is_acquired: boolean }>(sql`
    with known as (select 1 from ${tables[table]} where id = ${id}), acquired as (
      update ${tables[table]} set lease_owner = ${owner}, lease_until = ${expiry}
      where id = ${id} and (lease_owner is null or lease_owner = ${owner} or lease_until < now()) returning 1
    )
    select exists (select 1 from acquired) as is_acquired from known`)
  const [row] = rows
  if (!row) return 'gone'
  return row.is_acquired ? 'acquired' : 'held'
}

export async function renewLease(db: DbOrTx, { table, id }: Leasable, owner: string): Promise<void> {
  const { rowCount } = await db.execute(
    sql`update ${tables[table]} set lease_until = ${expiry} where id = ${id} and lease_owner = ${owner}`,
  )
  if (rowCount === 0) throw new LeaseLost()
}

export async function releaseLease(db: DbOrTx, { table, id }: Leasable, owner: string): Promise<void> {
  await db.execute(
    sql`update ${tables[table]} set lease_owner = null, lease_until = null where id = ${id} and lease_owner = ${owner}`,
  )
}

/** For a process that knows itself to be the only one on its database: all leases belong to dead ones. */
export async function releaseAllLeases(db: DbOrTx): Promise<void> {
  for (const table of Object.values(tables))
    await db.execute(sql`update ${table} set lease_owner = null, lease_until = null where lease_owner is not null`)
}
