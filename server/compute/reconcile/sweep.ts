import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

/** Instances that are not yet what is wished and that nobody moves: the net below nudges, jobs and timers. */
export async function unmovedInstances(db: DbOrTx): Promise<InstanceId[]> {
  const isFree = or(isNull(instances.leaseOwner), lt(instances.leaseUntil, sql`now()`))
  const isDue = or(isNull(instances.dueAt), lt(instances.dueAt, sql`now()`))
  const isUnmoved = or(
    eq(instances.wish, 'deleted'),
    and(eq(instances.wish, 'closed'), ne(instances.state, 'Closed')),
    and(eq(instances.wish, 'active'), eq(instances.state, 'Starting')),
  )
  const rows = await db
    .select({ id: instances.id })
    .from(instances)
    .where(and(isUnmoved, isFree, isDue))
  return rows.map(({ id }) => id)
}
