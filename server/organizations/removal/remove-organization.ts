import { eq, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { instances, organizations, projects } from '../../store/schema.ts'

export interface RemovalOptions {
  db: Db
  /** Resolves with the number of instances that are not removed yet. */
  removeInstancesOf: (organizationId: OrganizationId) => Promise<number>
}

const ROWS_AT_ONCE = 5000

/**
 * Removes the remaining data of a deleted organisation. Every step can be repeated, so an interrupted job starts from
 * the beginning. Throws if it cannot finish yet, so that the job is retried.
 */
export const removeOrganization = async (
  { db, removeInstancesOf }: RemovalOptions,
  organizationId: OrganizationId,
): Promise<void> => {
  const [row] = await db
    .select({ deletedAt: organizations.deletedAt })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row?.deletedAt) return
  const left = await removeInstancesOf(organizationId)
  if (left > 0) throw new Error(`${left} instances of organisation ${organizationId} are still being removed.`)
  // The audit log is kept for its retention time. Years of events are too many for one statement.
  await removeEvents(db, organizationId)
  await db.transaction(async (tx) => {
    // The lock prevents new rows that reference the organisation.
    await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
    const late = await tx.$count(instances, eq(instances.organizationId, organizationId))
    if (late > 0) throw new Error(`Organisation ${organizationId} has ${late} new instances.`)
    await tx.delete(projects).where(eq(projects.organizationId, organizationId))
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
