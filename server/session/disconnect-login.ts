import { and, eq } from 'drizzle-orm'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { Person } from '../http/handler.ts'
import { Refused } from '../http/refused.ts'
import type { Db } from '../store/connection.ts'
import { loginConnections, users } from '../store/schema.ts'
import { endSessionsThrough } from './sessions.ts'

/** Takes a way in away from a person, and ends what came in by it. One way in must stay; Google's always does. */
export const disconnectLogin = (db: Db, { userId }: Person, provider: LoginProvider): Promise<void> =>
  db.transaction(async (tx) => {
    // Two tabs that each take away one of two logins must not both succeed.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const connected = await tx.select().from(loginConnections).where(eq(loginConnections.userId, userId))
    if (!connected.some((connection) => connection.provider === provider)) throw new Refused('notFound')
    if (provider === 'google') throw new Refused('loginStays')
    if (connected.length < 2) throw new Refused('lastLogin')
    await tx
      .delete(loginConnections)
      .where(and(eq(loginConnections.userId, userId), eq(loginConnections.provider, provider)))
    await endSessionsThrough(tx, userId, provider)
  })
