import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../http/handler.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

/**
 * Returns the caller's verified e-mail address in lower case; null for a visitor, an API token and an unverified
 * address.
 */
export const verifiedEmailOf = async (db: DbOrTx, caller: Caller): Promise<string | null> => {
  if (caller.kind === 'visitor' || 'apiKey' in caller.by) return null
  const [user] = await db
    .select({ email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, caller.userId), eq(users.emailVerified, true)))
  return user?.email ?? null
}
