import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { organizations } from '../store/schema.ts'

export type OrganizationRow = typeof organizations.$inferSelect

/** Returns the fields that are the same for every reader. */
export const publishedOrganizationWire = (row: OrganizationRow): Omit<Organization, 'role' | 'sequence'> => {
  const subOrganization = (id: OrganizationId) => ({ _id: id, profile: { username: row.username } })
  return {
    _id: row.id,
    profile: { name: row.name, username: row.username, image: row.image },
    preferedAppType: row.preferedAppType,
    site: subOrganization(row.siteId),
    compute: subOrganization(row.computeId),
    storage: subOrganization(row.storageId),
    publiclyAccessible: row.publiclyAccessible,
    createdAt: row.createdAt.toISOString(),
  }
}

/** `role` is the caller's own; null for a visitor. */
export const organizationWire = (row: OrganizationRow, role: string | null): Organization => ({
  ...publishedOrganizationWire(row),
  role,
  sequence: row.eventSequence,
})
