import { eq, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { instances, organizations, projects } from '../../store/schema.ts'

export interface RemovalOptions {
  db: Db
  /** Answers how many are still on their way out. */
  removeInstancesOf: (organizationId: OrganizationId) => Promise<number>
}

const ROWS_AT_ONCE = 5000

/**
 * Takes away what is left of a deleted organisation. Each step can be done again, so a job that was cut off at any place
 * starts from the beginning; one that cannot be finished yet throws, and is tried again.
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
  if (left > 0) throw new Error(`${left} instances of organisation ${organizationId} are still on their way out.`)
  // The audit log stays for its time. Years of events are too much for one statement.
  await removeEvents(db, organizationId)
  await db.transaction(async (tx) => {
    // Nothing new can be made in it from here on.
    await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
    const late = await tx.$count(instances, eq(instances.organizationId, organizationId))
    if (late > 0) throw new Error(`Organisation ${organizationId} has got ${late} instances meanwhile.`)
    await tx.delete(projects).where(eq(projects.organizationId, organizationId))
    // Members, invitations, keys, roles and billing details go with it.
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
