import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

/** Instances that are not yet what is wished and that nobody moves: the net below nudges, jobs and timers. */
export async function findUnreconciled(db: DbOrTx): Promise<InstanceId[]> {
  const isFree = or(isNull(instances.leaseOwner), lt(instances.leaseUntil, sql`now()`))
  const isDue = or(isNull(instances.dueAt), lt(instances.dueAt, sql`now()`))
  const isUnreconciled = or(
    eq(instances.desiredState, 'deleted'),
    and(eq(instances.desiredState, 'closed'), ne(instances.state, 'Closed')),
    and(eq(instances.desiredState, 'active'), eq(instances.state, 'Starting')),
  )
  const rows = await db
    .select({ id: instances.id })
    .from(instances)
    .where(and(isUnreconciled, isFree, isDue))
  return rows.map(({ id }) => id)
}
