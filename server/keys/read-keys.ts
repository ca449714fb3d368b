import { and, desc, eq, isNull } from 'drizzle-orm'
import { tokenScopes } from '../../src/contract/access.ts'
import type { AppType } from '../../src/contract/wire/account.ts'
import type { ApiKey } from '../../src/contract/wire/api-key.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'
import { apiKeys, organizations } from '../store/schema.ts'

type Key = typeof apiKeys.$inferSelect
type Organization = typeof organizations.$inferSelect

/** Returns a user's API tokens without their values, newest first. */
export const readKeys = async (db: DbOrTx, userId: UserId): Promise<ApiKey[]> => {
  const rows = await db
    .select({ key: apiKeys, organization: organizations })
    .from(apiKeys)
    .innerJoin(organizations, and(eq(organizations.id, apiKeys.organizationId), isNull(organizations.deletedAt)))
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt))
  return rows.map(({ key, organization }) => keyWire(key, organization))
}

const subOrganizationId: Record<AppType, 'siteId' | 'computeId' | 'storageId'> = {
  site: 'siteId',
  compute: 'computeId',
  storage: 'storageId',
}

export const keyWire = (key: Key, organization: Organization): ApiKey => ({
  id: key.id,
  name: key.name,
  organizationId: organization[subOrganizationId[key.appType]],
  scope: { appType: key.appType, profile: { name: organization.name, username: organization.username } },
  scopes: tokenScopes.filter((scope) => key.scopes.includes(scope)),
  start: key.start,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: key.lastUsedFrom,
  createdAt: key.createdAt.toISOString(),
})
