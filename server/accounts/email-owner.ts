import { and, eq, ne, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import { notifyUser } from '../live/outbox.ts'
import type { DbOrTx, Tx } from '../store/connection.ts'
import { users } from '../store/schema.ts'

const has = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Returns the user who has verified this address, ignoring case. Unverified addresses do not count. */
export const emailOwner = async (db: DbOrTx, email: string): Promise<UserId | null> => {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(has(email), eq(users.emailVerified, true)))
    .limit(1)
  return owner?.id ?? null
}

/** Removes an address from all accounts that have not verified it, after its owner has. Call with `lockUsers` held. */
export const clearUnprovedEmail = async (tx: Tx, email: string, owner: UserId): Promise<void> => {
  const cleared = await tx
    .update(users)
    .set({ email: null, updatedAt: sql`now()` })
    .where(and(has(email), eq(users.emailVerified, false), ne(users.id, owner)))
    .returning({ id: users.id })
  for (const { id } of cleared)
    await notifyUser(tx, id, {
      type: 'warning',
      title: 'Your e-mail address was removed',
      message: `Another user has verified ${email} as their own. Enter your own address in your settings.`,
      additionalData: { subject: 'profile' },
    })
}
