import { eq, or } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { organizations } from '../store/schema.ts'

/** Matches an organisation by its own id or by that of one of its three sub-organisations. */
export const isKnownAs = (id: OrganizationId) =>
  or(
    eq(organizations.id, id),
    eq(organizations.siteId, id),
    eq(organizations.computeId, id),
    eq(organizations.storageId, id),
  )
