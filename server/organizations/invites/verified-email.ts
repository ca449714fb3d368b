import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../http/handler.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

/** The address that somebody has signed in with, in lower case; null for a visitor, an API token and one that was typed. */
export const verifiedEmailOf = async (db: DbOrTx, caller: Caller): Promise<string | null> => {
  if (caller.kind === 'visitor' || 'apiKey' in caller.by) return null
  const [user] = await db
    .select({ email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, caller.userId), eq(users.emailVerified, true)))
  return user?.email ?? null
}
