import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { FullOrganization, Overdue } from '../../src/contract/wire/organization.ts'
import { ApiError } from '../http/api-error.ts'
import type { Scope } from '../http/handler.ts'
import type { Db } from '../store/connection.ts'
import { invites, members, organizations } from '../store/schema.ts'
import { appTypeOf } from './app-type-of.ts'
import { inviteWire } from './invites/invite-wire.ts'
import { organizationWire } from './organization-wire.ts'

/** There are no subscriptions yet, so nothing can be overdue. */
const nothingDue: Overdue = { overdue: false, message: '', overdueReasons: [], overdueResponse: {} }

/** Returns an organisation. A visitor sees its members, but not its invitations and registries. */
export const readOrganization = async (
  db: Db,
  { organizationId, role, permissions }: Scope,
  requestedId: OrganizationId,
): Promise<FullOrganization> => {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw new ApiError('organizationNotFound')
  const isMember = role !== null
  const [users, invited] = await Promise.all([
    permissions.includes('members.read') ? usersOf(db, row.id) : [],
    isMember && permissions.includes('members.write') ? openInvitesOf(db, row.id) : [],
  ])
  return {
    ...organizationWire(row, role),
    appType: appTypeOf(row, requestedId),
    privacy: row.publiclyAccessible ? 'public' : 'private',
    users: users.map(({ userId, role }) => ({ _id: userId, platformProfile: { role } })),
    invitedMembers: invited.map(inviteWire),
    registries: isMember ? row.registries.map((registry) => ({ id: registry.address, ...registry })) : [],
    overdue: nothingDue,
  }
}

const usersOf = (db: Db, organizationId: Scope['organizationId']) =>
  db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(eq(members.organizationId, organizationId))
    .orderBy(asc(members.createdAt), asc(members.userId))

/** Includes invitations that expired within the last 30 days, so that they can be sent again. */
const openInvitesOf = (db: Db, organizationId: Scope['organizationId']) =>
  db
    .select()
    .from(invites)
    .where(
      and(
        eq(invites.organizationId, organizationId),
        eq(invites.status, 'pending'),
        gt(invites.expiresAt, sql`now() - interval '30 days'`),
      ),
    )
    .orderBy(asc(invites.createdAt), asc(invites.id))
