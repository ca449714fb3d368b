import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { createConcurrencyLimit, type Release, takeSlots } from '../live/concurrency-limit.ts'

const MAX_PER_USER = 2
/** An export keeps a database connection busy while its client reads fast; most stay free for everyone else. */
const MAX_PER_ORGANIZATION = 4

/** Counts running exports of audit logs; throws when one user or one organisation has too many. */
export const createExportLimit = (): ((userId: UserId, organizationId: OrganizationId) => Release) => {
  const ofUsers = createConcurrencyLimit(MAX_PER_USER)
  const ofOrganizations = createConcurrencyLimit(MAX_PER_ORGANIZATION)
  return (userId, organizationId) =>
    takeSlots([
      {
        limit: ofUsers,
        key: userId,
        full: `You have ${MAX_PER_USER} exports running. Wait until one finishes, then export again.`,
      },
      {
        limit: ofOrganizations,
        key: organizationId,
        full: `Members of this organisation have ${MAX_PER_ORGANIZATION} exports running. Wait until one finishes, then export again.`,
      },
    ])
}
