import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { FullName } from '../../../src/contract/wire/referral.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

/** Returns the payee of a request that names none: the name in the profile, whose last word is the last name. */
export const payeeOf = async (db: DbOrTx, userId: UserId): Promise<FullName> => {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  const words = (user?.name ?? '').split(/\s+/).filter(Boolean)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { firstName: words.slice(0, words.length > 1 ? -1 : 1).join(' '), lastName }
}
