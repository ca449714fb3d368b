import { and, eq, lte, sql } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Db, Tx } from '../store/connection.ts'
import { auditChains, auditEntries } from '../store/schema.ts'

const ENTRIES_AT_ONCE = 5000

type ChainId = OrganizationId | UserId

/**
 * Removes expired entries, oldest first, and returns their number. Each chain keeps the hash of its last removed entry,
 * from which the remaining ones are verified.
 */
export const removeOldAudit = async (db: Db, retentionDays: number): Promise<number> => {
  const cutoff = new Date(Date.now() - retentionDays * 86_400_000)
  const { rows } = await db.execute<{ id: ChainId }>(
    sql`select distinct coalesce(organization_id, user_id) as id from audit_entry where created_at < ${cutoff.toISOString()}`,
  )
  let removed = 0
  for (const { id } of rows)
    for (let count = ENTRIES_AT_ONCE; count === ENTRIES_AT_ONCE; removed += count)
      count = await db.transaction((tx) => removeOldest(tx, id, cutoff))
  return removed
}

/**
 * Removes entries only from the start of a chain: an expired entry after a newer one is kept until that one expires
 * too.
 */
const removeOldest = async (tx: Tx, id: ChainId, cutoff: Date): Promise<number> => {
  await tx.execute(sql`set local longshore.audit_retention = 'on'`)
  const [chain] = await tx.select().from(auditChains).where(eq(auditChains.id, id)).for('update')
  if (!chain) return 0
  const ofChain = sql`coalesce(${auditEntries.organizationId}, ${auditEntries.userId}) = ${id}`
  const [newer] = await tx
    .select({ first: sql<string | null>`min(${auditEntries.sequence})` })
    .from(auditEntries)
    .where(and(ofChain, sql`${auditEntries.createdAt} >= ${cutoff.toISOString()}`))
  const last = Math.min(
    newer?.first == null ? chain.lastSequence : Number(newer.first) - 1,
    chain.removedSequence + ENTRIES_AT_ONCE,
  )
  const [end] = await tx
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(and(ofChain, eq(auditEntries.sequence, last)))
  // A chain with a gap is left alone, so that verification still reports the gap.
  if (last <= chain.removedSequence || !end) return 0
  const { rowCount } = await tx.delete(auditEntries).where(and(ofChain, lte(auditEntries.sequence, last)))
  await tx.update(auditChains).set({ removedSequence: last, removedHash: end.hash }).where(eq(auditChains.id, id))
  if (last === chain.lastSequence)
    await tx.execute(sql`
      delete from audit_chain where id = ${id}
        and not exists (select from organization where id = ${id}) and not exists (select from "user" where id = ${id})`)
  return rowCount ?? 0
}
