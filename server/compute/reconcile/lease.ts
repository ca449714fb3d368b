import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'

const LEASE_SECONDS = 10
export const LEASE_RENEWED_MS = 3000
const leaseExpiry = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Another process has the instance now, or it is gone: what this one knows is outdated. */
export class LeaseLost extends Error {}

export type LeaseResult = { kind: 'acquired'; row: InstanceRow } | { kind: 'held' } | { kind: 'gone' }

/** Takes an instance for one process. The lease of a dead process expires. */
export async function acquireLease(db: DbOrTx, id: InstanceId, owner: string): Promise<LeaseResult> {
  const [row] = await db
    .update(instances)
    .set({ leaseOwner: owner, leaseUntil: leaseExpiry })
    .where(
      and(
        eq(instances.id, id),
        or(isNull(instances.leaseOwner), eq(instances.leaseOwner, owner), lt(instances.leaseUntil, sql`now()`)),
      ),
    )
    .returning()
  if (row) return { kind: 'acquired', row }
  return { kind: (await db.$count(instances, eq(instances.id, id))) > 0 ? 'held' : 'gone' }
}

export const ownedBy = (id: InstanceId, owner: string) => and(eq(instances.id, id), eq(instances.leaseOwner, owner))

export async function renewLease(db: DbOrTx, id: InstanceId, owner: string): Promise<void> {
  const renewed = await db
    .update(instances)
    .set({ leaseUntil: leaseExpiry })
    .where(ownedBy(id, owner))
    .returning({ id: instances.id })
  if (renewed.length === 0) throw new LeaseLost()
}

export async function releaseLease(db: DbOrTx, id: InstanceId, owner: string): Promise<void> {
  await db.update(instances).set({ leaseOwner: null, leaseUntil: null }).where(ownedBy(id, owner))
}

/** For a process that knows itself to be the only one on its database: all leases belong to dead ones. */
export async function releaseAllLeases(db: DbOrTx): Promise<void> {
  await db.update(instances).set({ leaseOwner: null, leaseUntil: null }).where(sql`${instances.leaseOwner} is not null`)
}
