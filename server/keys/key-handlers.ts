import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { apiKeyCalls } from '../../src/contract/calls/api-key-calls.ts'
import type { AppType } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { fieldRefused } from '../http/field-refused.ts'
import type { Handlers } from '../http/handler.ts'
import { sessionOf } from '../http/person-of.ts'
import { Refused } from '../http/refused.ts'
import { appTypeOf } from '../organizations/app-type-of.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { apiKeys, members, organizations } from '../store/schema.ts'
import { newApiKey } from './api-keys.ts'

/** More than anybody keeps apart. */
const MOST_KEYS = 200

type Key = typeof apiKeys.$inferSelect
type Organization = typeof organizations.$inferSelect

/** The API tokens of a person. */
export const keyHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof apiKeyCalls> => ({
  readApiKeys: async ({ caller }) => {
    const rows = await db
      .select({ key: apiKeys, organization: organizations })
      .from(apiKeys)
      .innerJoin(organizations, and(eq(organizations.id, apiKeys.organizationId), isNull(organizations.deletedAt)))
      .where(eq(apiKeys.userId, sessionOf(caller).userId))
      .orderBy(desc(apiKeys.createdAt))
    return { apiKeys: rows.map(({ key, organization }) => keyWire(key, organization)) }
  },

  createApiKey: async (context) => {
    const { userId } = sessionOf(context.caller)
    const { name, organizationId, expiresAt } = context.input
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
      throw fieldRefused('expiresAt', 'Choose a time that is still to come.')
    return db.transaction(async (tx) => {
      const organization = await ownOrganization(tx, userId, organizationId)
      if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= MOST_KEYS)
        throw fieldRefused('name', `At most ${MOST_KEYS} tokens. Delete one first.`)
      const { value, hash, start } = newApiKey()
      const [key] = await tx
        .insert(apiKeys)
        .values({
          userId,
          organizationId: organization.id,
          appType: appTypeOf(organization, organizationId),
          name,
          hash,
          start,
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        })
        .returning()
      if (!key) throw new Error('The API token was not written.')
      await writeAudit(tx, context, {
        organizationId: organization.id,
        action: 'token.created',
        target: name,
        after: { type: key.appType, expiresAt, start },
      })
      const answer = { apiKey: { ...keyWire(key, organization), value } }
      await context.settle?.(tx, answer)
      return answer
    })
  },

  deleteApiKeys: async (context) => {
    const { userId } = sessionOf(context.caller)
    return db.transaction(async (tx) => {
      const deleted = await tx
        .delete(apiKeys)
        .where(and(eq(apiKeys.userId, userId), inArray(apiKeys.id, context.input.apiKeyIds)))
        .returning()
      for (const { organizationId, name, appType, start } of deleted)
        await writeAudit(tx, context, {
          organizationId,
          action: 'token.deleted',
          target: name,
          before: { type: appType, start },
        })
      return { deleted: deleted.length }
    })
  },
})

const ownOrganization = async (tx: DbOrTx, userId: UserId, id: OrganizationId): Promise<Organization> => {
  const [found] = await tx
    .select({ organization: organizations })
    .from(organizations)
    .innerJoin(members, and(eq(members.organizationId, organizations.id), eq(members.userId, userId)))
    .where(
      and(
        or(
          ...[organizations.id, organizations.siteId, organizations.computeId, organizations.storageId].map((column) =>
            eq(column, id),
          ),
        ),
        isNull(organizations.deletedAt),
      ),
    )
  if (!found) throw new Refused('organizationNotFound')
  return found.organization
}

const subOrganizationId: Record<AppType, 'siteId' | 'computeId' | 'storageId'> = {
  site: 'siteId',
  compute: 'computeId',
  storage: 'storageId',
}

const keyWire = (key: Key, organization: Organization) => ({
  id: key.id,
  name: key.name,
  organizationId: organization[subOrganizationId[key.appType]],
  scope: { appType: key.appType, profile: { name: organization.name, username: organization.username } },
  start: key.start,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
})
