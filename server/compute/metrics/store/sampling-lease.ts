import { sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../../store/connection.ts'

const NAME = 'sampler'
/** Longer than two samples, so that one slow pass does not lose it. */
const LEASE_SECONDS = 25

/** Takes or renews the lease. Returns false while another node has it. */
export async function holdSamplingLease(db: Db, owner: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into metrics.lease (name, owner, until)
    values (${NAME}, ${owner}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where lease.owner = excluded.owner or lease.until < now() returning 1`)
  return rows.length > 0
}

/** Gives the lease back, so that the next node need not wait. */
export async function releaseSamplingLease(db: Db, owner: string): Promise<void> {
  await db.execute(sql`delete from metrics.lease where name = ${NAME} and owner = ${owner}`)
}

/** For a process that knows itself to be the only one on its database: the lease belongs to a dead one. */
export async function breakSamplingLease(db: Db): Promise<void> {
  await db.execute(sql`delete from metrics.lease where name = ${NAME}`)
}

/** Returns whether a node still has the lease, which then stays with it until the transaction ends. */
export async function lockSamplingLease(tx: DbOrTx, owner: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from metrics.lease where name = ${NAME} and owner = ${owner} for update`,
  )
  return rows.length > 0
}
