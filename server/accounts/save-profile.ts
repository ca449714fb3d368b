import { and, eq, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { ParsedOf } from '../../src/contract/contract.ts'
import { email as emailRule } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { mayEditEmail } from '../../src/rules/profile-email.ts'
import { ApiError } from '../http/api-error.ts'
import { fieldError } from '../http/field-error.ts'
import type { Db, Tx } from '../store/connection.ts'
import { members, users } from '../store/schema.ts'
import { putAvatarInUse } from './avatar/save-avatar.ts'
import { emailOwner } from './email-owner.ts'
import { lockUsers } from './lock-users.ts'
import { readUser } from './read-user.ts'

type Fields = ParsedOf<'saveProfile'>

/** Updates the given fields only. */
export const saveProfile = (db: Db, userId: UserId, fields: Fields): Promise<void> =>
  db.transaction(async (tx) => {
    const { username, name, email, avatar, defaultOrganization } = fields
    if (username !== undefined || email !== undefined) await lockUsers(tx)
    if (username !== undefined) await requireAvailableUsername(tx, userId, username)
    if (email !== undefined) await requireEditableEmail(tx, userId, email)
    if (avatar !== undefined) await putAvatarInUse(tx, userId, avatar)
    if (defaultOrganization !== undefined) await requireMembership(tx, userId, defaultOrganization)
    await tx
      .update(users)
      .set({
        ...(username !== undefined && { username }),
        ...(name !== undefined && { name }),
        ...(email !== undefined && {
          email,
          emailVerified: sql`coalesce(${users.emailVerified} and ${users.email} = ${email}, false)`,
        }),
        ...(avatar !== undefined && { avatar }),
        ...(defaultOrganization !== undefined && { defaultOrganization }),
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, userId))
  })

const requireAvailableUsername = async (tx: Tx, userId: UserId, username: string) => {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), ne(users.id, userId)))
  if (!other) return
  throw fieldError('username', 'This username is taken. Choose another.', 'usernameTaken')
}

/** A verified address cannot be changed here. A user without an address may add one, because onboarding asks for it. */
const requireEditableEmail = async (tx: Tx, userId: UserId, email: string | null) => {
  const [row] = await tx
    .select({ email: users.email, isProved: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
  if (row?.email === email) return
  const mayChange = !row?.email || (!row.isProved && mayEditEmail(await readUser(tx, userId)))
  if (!mayChange) throw fieldError('email', 'Your e-mail address comes from your provider. Change it there.')
  if (!v.is(emailRule, email)) throw fieldError('email', 'Enter a valid e-mail address.')
  const owner = await emailOwner(tx, email)
  if (owner && owner !== userId)
    throw fieldError('email', 'There is already an account associated with your email address.')
}

const requireMembership = async (tx: Tx, userId: UserId, organizationId: OrganizationId) => {
  const [membership] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.organizationId, organizationId)))
  if (membership) return
  const message = 'You are not a member of this organisation.'
  throw new ApiError('organizationNotFound', { fields: [{ field: 'defaultOrganization', message }] })
}
