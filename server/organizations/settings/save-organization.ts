import { and, eq, sql } from 'drizzle-orm'
import type { Organization } from '../../../src/contract/wire/account.ts'
import { putPictureInUse } from '../../accounts/avatar/picture-store.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext } from '../../http/handler.ts'
import type { Tx } from '../../store/connection.ts'
import { formerUsernames, organizations } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization, publishOrganizationChanged } from '../change-organization.ts'
import { type OrganizationRow, organizationWire } from '../organization-wire.ts'
import { checkUsername, lockUsernames, rejectTakenUsername } from '../usernames.ts'

type Context = CallContext<'saveOrganization'>

/**
 * Updates the given fields only. A new name does not change the username; a former username still leads to the
 * organisation.
 */
export const saveOrganization = async (
  options: ChangeOptions,
  context: Context,
): Promise<{ organization: Organization }> => {
  const { name, username, image, preferedAppType } = context.input
  if (username !== undefined) checkUsername(username)
  const changeOptions = { ...options, changesUsername: username !== undefined }
  return changeOrganization(changeOptions, context, 'organization.write', async (tx, before, { role }) => {
    if (username !== undefined && username !== before.username) await claimUsername(tx, before, username)
    if (image !== undefined && image !== before.image)
      await putPictureInUse(tx, { organizationId: before.id }, image, 'image')
    const [after] = await tx
      .update(organizations)
      .set({
        ...(name !== undefined && { name }),
        ...(username !== undefined && { username }),
        ...(image !== undefined && { image }),
        ...(preferedAppType !== undefined && { preferedAppType }),
        updatedAt: sql`now()`,
      })
      .where(eq(organizations.id, before.id))
      .returning()
    if (!after) throw new Error('The organisation was not written.')
    await writeChanges(tx, context, before, after)
    await publishOrganizationChanged(tx, after)
    return { organization: organizationWire(after, role) }
  })
}

/** An organisation may take back its own former username. */
const claimUsername = async (tx: Tx, { id, username: former }: OrganizationRow, username: string): Promise<void> => {
  await lockUsernames(tx)
  await rejectTakenUsername(tx, 'username', username, id)
  await tx
    .delete(formerUsernames)
    .where(and(eq(formerUsernames.username, username), eq(formerUsernames.organizationId, id)))
  await tx.insert(formerUsernames).values({ username: former, organizationId: id })
}

const names = ['name', 'username'] as const
const settings = ['image', 'preferedAppType'] as const

const writeChanges = async (tx: Tx, context: Context, before: OrganizationRow, after: OrganizationRow) => {
  for (const [action, fields] of [
    ['organization.renamed', names],
    ['organization.changed', settings],
  ] as const) {
    const changed = fields.filter((field) => before[field] !== after[field])
    if (changed.length === 0) continue
    const of = (row: OrganizationRow) => Object.fromEntries(changed.map((field) => [field, row[field]]))
    await writeAudit(tx, context, {
      organizationId: after.id,
      action,
      target: after.name,
      before: of(before),
      after: of(after),
    })
  }
}
