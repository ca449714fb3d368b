import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ApiError } from '../http/api-error.ts'
import type { CallContext } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import { grantWelcome } from '../money/credit/welcome-grant.ts'
import type { Db, Tx } from '../store/connection.ts'
import { members, organizations, users } from '../store/schema.ts'
import { organizationWire } from './organization-wire.ts'
import { checkUsername, lockUsernames, rejectTakenUsername, usernameOf } from './usernames.ts'

export interface NewOrganizationRules {
  organizationsPerUser: number
  /** Credit of a user's first organisation, in micro-dollars; null for none. */
  welcomeGrant: number | null
}

/**
 * Creates an organisation with its three sub-organisations. The caller becomes its owner; a user's first organisation
 * becomes their default.
 */
export const createOrganization = async (
  { db, organizationsPerUser, welcomeGrant }: { db: Db } & NewOrganizationRules,
  context: CallContext<'createOrganization'>,
): Promise<{ organization: Organization }> => {
  const { name, preferedAppType } = context.input
  const { userId } = requireUser(context.caller)
  const { username: chosen } = context.input
  if (chosen !== undefined) checkUsername(chosen)
  const username = chosen ?? usernameOf(name)
  return db.transaction(async (tx) => {
    await lockUsernames(tx)
    await rejectTakenUsername(tx, chosen === undefined ? 'name' : 'username', username)
    await checkOwned(tx, userId)
    const [row] = await tx
      .insert(organizations)
      .values({ name, username, preferedAppType, siteId: newId(), computeId: newId(), storageId: newId() })
      .returning()
    if (!row) throw new Error('The organisation was not written.')
    await tx.insert(members).values({ organizationId: row.id, userId, role: 'owner' })
    await tx
      .update(users)
      .set({ defaultOrganization: row.id })
      .where(and(eq(users.id, userId), isNull(users.defaultOrganization)))
    await writeAudit(tx, context, {
      organizationId: row.id,
      action: 'organization.created',
      target: name,
      after: { name, username },
    })
    if (welcomeGrant !== null)
      await grantWelcome(tx, { userId, organizationId: row.id, micros: welcomeGrant, at: new Date() })
    const response = { organization: organizationWire(row, 'owner') }
    await context.settle?.(tx, response)
    return response
  })

  /** Called under the lock on usernames, so that concurrent requests cannot exceed the limit. */
  async function checkOwned(tx: Tx, userId: UserId): Promise<void> {
    const [owned] = await tx
      .select({ count: count() })
      .from(members)
      .innerJoin(organizations, eq(organizations.id, members.organizationId))
      .where(and(eq(members.userId, userId), eq(members.role, 'owner'), isNull(organizations.deletedAt)))
    if (owned && owned.count >= organizationsPerUser) throw new ApiError('tooManyOrganizations')
  }
}

// A random UUID is an organisation's id by definition.
const newId = () => randomUUID() as OrganizationId
