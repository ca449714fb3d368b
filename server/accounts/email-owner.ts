import { eq, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'
import { users } from '../store/schema.ts'

/** Whose address this is; its case does not matter. */
export const emailOwner = async (db: DbOrTx, email: string): Promise<UserId | null> => {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .limit(1)
  return owner?.id ?? null
}
