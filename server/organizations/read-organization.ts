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

/** Nothing is charged by subscription yet, so nothing can be owed. */
const nothingDue: Overdue = { overdue: false, message: '', overdueReasons: [], overdueResponse: {} }

/** A visitor is told who the members are, as the list of the team says too, and of nothing that is the organisation's own affair. */
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
    registries: isMember ? row.registries : [],
    overdue: nothingDue,
  }
}

const usersOf = (db: Db, organizationId: Scope['organizationId']) =>
  db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(eq(members.organizationId, organizationId))
    .orderBy(asc(members.createdAt), asc(members.userId))

/** One that has run out is shown for a while, so that it can be sent again. */
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
