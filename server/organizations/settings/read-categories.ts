import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { type NotificationCategory, notificationCategories } from '../../../src/contract/wire/organization.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Db } from '../../store/connection.ts'
import { organizations } from '../../store/schema.ts'

export const readCategories = async (db: Db, organizationId: OrganizationId): Promise<NotificationCategory[]> => {
  const [row] = await db
    .select({ kept: organizations.notificationCategories })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row) throw new ApiError('organizationNotFound')
  return knownCategories(row.kept)
}

/** Ignores stored categories that only another version had. */
export const knownCategories = (kept: string[]): NotificationCategory[] =>
  notificationCategories.filter((category) => kept.includes(category))
