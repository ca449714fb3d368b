import { and, eq, inArray } from 'drizzle-orm'
import type { apiKeyCalls } from '../../src/contract/calls/api-key-calls.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ApiError } from '../http/api-error.ts'
import { fieldError } from '../http/field-error.ts'
import type { Handlers } from '../http/handler.ts'
import { sessionOf } from '../http/require-user.ts'
import { appTypeOf } from '../organizations/app-type-of.ts'
import { isKnownAs } from '../organizations/is-known-as.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { roleOf } from '../organizations/members/require-membership.ts'
import type { Store, Tx } from '../store/connection.ts'
import { apiKeys, organizations, users } from '../store/schema.ts'
import { newApiKey } from './api-keys.ts'
import { deleteKeys } from './delete-keys.ts'
import { keyWire, readKeys } from './read-keys.ts'

/** More than any user can keep track of. */
const MAX_KEYS = 200

type Organization = typeof organizations.$inferSelect

/** Handlers for the caller's API tokens. */
export const keyHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof apiKeyCalls> => ({
  readApiKeys: async ({ caller }) => ({ apiKeys: await readKeys(db, sessionOf(caller).userId) }),

  createApiKey: async (context) => {
    const { userId } = sessionOf(context.caller)
    const { name, organizationId, expiresAt, scopes } = context.input
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
      throw fieldError('expiresAt', 'Choose a time in the future.')
    return db.transaction(async (tx) => {
      const organization = await ownOrganization(tx, userId, organizationId)
      await requireTokenQuota(tx, userId)
      const { value, hash, start } = newApiKey()
      const [key] = await tx
        .insert(apiKeys)
        .values({
          userId,
          organizationId: organization.id,
          appType: appTypeOf(organization, organizationId),
          name,
          scopes,
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
        after: { type: key.appType, scopes, expiresAt, start },
      })
      const response = { apiKey: { ...keyWire(key, organization), value } }
      await context.settle?.(tx, response)
      return response
    })
  },

  deleteApiKeys: async (context) => {
    const { userId } = sessionOf(context.caller)
    const named = and(eq(apiKeys.userId, userId), inArray(apiKeys.id, context.input.apiKeyIds))
    return { deleted: await db.transaction((tx) => deleteKeys(tx, context, named)) }
  },
})

/** Locks the organisation, so that it is not deleted and the user not removed from it while the token is created. */
const ownOrganization = async (tx: Tx, userId: UserId, id: OrganizationId): Promise<Organization> => {
  const [found] = await tx.select({ id: organizations.id }).from(organizations).where(isKnownAs(id))
  if (!found) throw new ApiError('organizationNotFound')
  const organization = await lockOrganization(tx, found.id)
  if (!(await roleOf(tx, organization.id, userId))) throw new ApiError('organizationNotFound')
  return organization
}

/** Locks the user, so that concurrent requests cannot exceed the limit. */
const requireTokenQuota = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= MAX_KEYS)
    throw fieldError('name', `You can have at most ${MAX_KEYS} tokens. Delete one first.`)
}
