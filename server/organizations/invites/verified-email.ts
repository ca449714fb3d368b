import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Caller } from '../../http/handler.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

/** Whose address this is for certain: one that was only typed could be anybody's. */
export const verifiedOwner = async (db: DbOrTx, email: string): Promise<UserId | null> => {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), eq(users.emailVerified, true)))
    .limit(1)
  return owner?.id ?? null
}

/** The address that somebody has signed in with, in lower case; null for a visitor, an API token and one that was typed. */
export const verifiedEmailOf = async (db: DbOrTx, caller: Caller): Promise<string | null> => {
  if (caller.kind === 'visitor' || 'apiKey' in caller.by) return null
  const [person] = await db
    .select({ email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, caller.userId), eq(users.emailVerified, true)))
  return person?.email ?? null
}
