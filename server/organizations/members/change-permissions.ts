import { and, eq, sql } from 'drizzle-orm'
import type { Permission } from '../../../src/contract/access.ts'
import { permissionsOf } from '../../../src/rules/roles.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext } from '../../http/handler.ts'
import { Refused } from '../../http/refused.ts'
import { sayToOrganization } from '../../live/outbox.ts'
import { rolePermissions } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'
import { endUnbackedInvites } from '../invites/sender-rights.ts'
import { tellManagers } from '../tell-managers.ts'

/** Says what a role may in one organisation; null goes back to what it usually may. An owner may all, whatever is said. */
export const changePermissions = (
  options: ChangeOptions,
  context: CallContext<'setRoleGroupPermissions'>,
  wished: Permission[] | null,
): Promise<{ message: string }> =>
  changeOrganization(options, context, 'roles.write', async (tx, organization, { roles, checkGrant }) => {
    const { id } = organization
    const role = context.input.roleGroupName
    const before = roles(role)
    const after = permissionsOf(role, wished && [...new Set(wished)])
    if (role === 'owner') throw new Refused('notAllowed')
    checkGrant(before)
    checkGrant(after)

    if (wished === null)
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
    const ended = await endUnbackedInvites(tx, context, id)
    if (ended > 0) await sayToOrganization(tx, id, { kind: 'membersChanged' })
    await sayToOrganization(tx, id, { kind: 'rolesChanged' })
    await tellManagers(tx, options.mailer, {
      organization,
      category: 'security',
      words: `What the role ${role} may was changed`,
      by: context.caller,
    })
    return { message: 'The permissions were changed' }
  })
