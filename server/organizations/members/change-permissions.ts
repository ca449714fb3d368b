import { and, eq, sql } from 'drizzle-orm'
import type { Permission } from '../../../src/contract/access.ts'
import { permissionsOf, roleLabel } from '../../../src/rules/roles.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { rolePermissions } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'
import { revokeUnauthorizedInvites } from '../invites/sender-rights.ts'
import { notifyManagers } from '../notify-managers.ts'

/**
 * Sets the permissions of a role in one organisation; null restores the defaults. The owner's permissions cannot be
 * changed.
 */
export const changePermissions = (
  options: ChangeOptions,
  context: CallContext<'setRoleGroupPermissions'>,
  requested: Permission[] | null,
): Promise<{ message: string }> =>
  changeOrganization(options, context, 'roles.write', async (tx, organization, { roles, checkGrant }) => {
    const { id } = organization
    const role = context.input.roleGroupName
    const before = roles(role)
    const after = permissionsOf(role, requested && [...new Set(requested)])
    if (role === 'owner') throw new ApiError('notAllowed')
    checkGrant(before)
    checkGrant(after)

    if (requested === null)
      await tx
        .delete(rolePermissions)
        .where(and(eq(rolePermissions.organizationId, id), eq(rolePermissions.role, role)))
    else
      await tx
        .insert(rolePermissions)
        .values({ organizationId: id, role, permissions: [...after] })
        .onConflictDoUpdate({
          target: [rolePermissions.organizationId, rolePermissions.role],
          set: { permissions: [...after], updatedAt: sql`now()` },
        })
    await writeAudit(tx, context, {
      organizationId: id,
      action: 'role.permissionsChanged',
      target: role,
      before: { permissions: before },
      after: { permissions: after },
    })
    const ended = await revokeUnauthorizedInvites(tx, context, id)
    if (ended > 0) await publishOrganizationEvents(tx, id, { kind: 'membersChanged' })
    await publishOrganizationEvents(tx, id, { kind: 'rolesChanged' })
    await notifyManagers(tx, options.mailer, {
      organization,
      category: 'security',
      message: `The permissions of the role ${roleLabel(role)} were changed`,
      by: context.caller,
    })
    return { message: 'The permissions were changed' }
  })
