import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { organizations } from '../store/schema.ts'

/** `role` is the reader's own; null for a visitor. */
export const organizationWire = (row: typeof organizations.$inferSelect, role: string | null): Organization => {
  const subOrganization = (id: OrganizationId) => ({ _id: id, profile: { username: row.username } })
  return {
    _id: row.id,
    profile: { name: row.name, username: row.username, image: row.image },
    preferedAppType: row.preferedAppType,
    site: subOrganization(row.siteId),
    compute: subOrganization(row.computeId),
    storage: subOrganization(row.storageId),
    publiclyAccessible: row.publiclyAccessible,
    role,
    sequence: row.eventSequence,
    createdAt: row.createdAt.toISOString(),
  }
}
