import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { displayName } from '../../store/schema/user-schema.ts'
import { users } from '../../store/schema.ts'

export const nameOf = async (db: DbOrTx, userId: UserId): Promise<string> => {
  const [row] = await db.select({ name: displayName }).from(users).where(eq(users.id, userId))
  return row?.name ?? 'A member'
}
