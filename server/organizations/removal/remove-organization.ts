import { eq, sql } from 'drizzle-orm'
import { type KindName, kinds } from '../../../src/contract/kinds/kinds.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { countOf } from '../../kinds/server-kind.ts'
import { serverKinds } from '../../kinds/server-kinds.ts'
import type { Db } from '../../store/connection.ts'
import { organizations } from '../../store/schema.ts'

/** Ends resources that need more than deleting their rows; resolves with the number that is not removed yet. */
export type RemoveResources = (organizationId: OrganizationId) => Promise<number>

export interface RemovalOptions {
  db: Db
  removers: Partial<Record<KindName, RemoveResources>>
  /** Deletes an organisation's customer, with its cards, at the card processor. Can be repeated. */
  removeCustomer: (organizationId: OrganizationId) => Promise<void>
}

const ROWS_AT_ONCE = 5000

/**
 * Removes the remaining data of a deleted organisation, children before parents. Every step can be repeated, so an
 * interrupted job starts from the beginning. Throws if it cannot finish yet, so that the job is retried.
 */
export const removeOrganization = async (
  { db, removers, removeCustomer }: RemovalOptions,
  organizationId: OrganizationId,
): Promise<void> => {
  const [row] = await db
    .select({ deletedAt: organizations.deletedAt })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row?.deletedAt) return
  const childrenFirst = kinds.toReversed()
  for (const { name, plural } of childrenFirst) {
    const left = (await removers[name]?.(organizationId)) ?? 0
    if (left > 0)
      throw new Error(`${left} ${plural.toLowerCase()} of organisation ${organizationId} are still being removed.`)
  }
  await removeCustomer(organizationId)
  // The audit log is kept for its retention time. Years of events are too many for one statement.
  await removeEvents(db, organizationId)
  await db.transaction(async (tx) => {
    // The lock prevents new rows that reference the organisation.
    await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
    for (const { name, plural } of childrenFirst) {
      const { table } = serverKinds[name]
      if (!removers[name]) await tx.delete(table).where(eq(table.organizationId, organizationId))
      else if ((await countOf(tx, serverKinds[name], organizationId)) > 0)
        throw new Error(`Organisation ${organizationId} has new ${plural.toLowerCase()}.`)
    }
    // The cascade deletes members, invitations, keys, roles and billing details.
    await tx.delete(organizations).where(eq(organizations.id, organizationId))
  })
}

const removeEvents = async (db: Db, organizationId: OrganizationId): Promise<void> => {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from organization_event where ctid = any(array(
        select ctid from organization_event where organization_id = ${organizationId} limit ${ROWS_AT_ONCE}))`)
    if (!rowCount || rowCount < ROWS_AT_ONCE) return
  }
}
