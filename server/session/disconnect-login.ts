import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import { isWallet } from '../../src/rules/profile-email.ts'
import { ApiError } from '../http/api-error.ts'
import type { BySession, UserCaller } from '../http/handler.ts'
import type { Db, DbOrTx } from '../store/connection.ts'
import { loginConnections, sessions, users } from '../store/schema.ts'
import { writeLoginAudit } from './login-audit.ts'
import { endSessionsByProvider, SESSION_DAYS } from './sessions.ts'

/**
 * Removes a login from a user and ends the sessions opened with it. One login must remain, and Google's cannot be
 * removed. To remove a wallet, the user proves its address or has just signed in with another login, so that a lost
 * wallet can still be removed.
 */
export const disconnectLogin = (
  db: Db,
  { userId, by }: UserCaller & { by: BySession },
  { provider, provenAddress, from }: { provider: LoginProvider; provenAddress: string | undefined; from: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    // Two concurrent requests that each remove one of two logins must not both succeed.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const connected = await connectionsOf(tx, { userId })
    const leaving = connected.find((connection) => connection.provider === provider)
    if (!leaving) throw new ApiError('notFound')
    if (provider === 'google') throw new ApiError('loginStays')
    if (connected.length < 2) throw new ApiError('lastLogin')
    if (isWallet(provider) && leaving.subject !== provenAddress && !(await hasOtherRecentSignIn(tx, by, provider)))
      throw new ApiError('walletUnproven')
    await tx
      .delete(loginConnections)
      .where(and(eq(loginConnections.userId, userId), eq(loginConnections.provider, provider)))
    await endSessionsByProvider(tx, from, userId, provider)
    await writeLoginAudit(tx, { userId, address: from, change: 'disconnected', login: leaving })
  })

export const connectionsOf = (db: DbOrTx, { userId }: Pick<UserCaller, 'userId'>) =>
  db.select().from(loginConnections).where(eq(loginConnections.userId, userId))

/**
 * Returns whether the session was opened within ten minutes by another login that is older than any session. A newer
 * login does not count: an open session could have been used to connect it.
 */
const hasOtherRecentSignIn = async (tx: DbOrTx, { session }: BySession, provider: LoginProvider): Promise<boolean> => {
  const [found] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(
      loginConnections,
      and(eq(loginConnections.userId, sessions.userId), eq(loginConnections.provider, sessions.provider)),
    )
    .where(
      and(
        eq(sessions.id, session),
        eq(sessions.kind, 'browser'),
        ne(sessions.provider, provider),
        gt(sessions.createdAt, sql`now() - interval '10 minutes'`),
        lt(loginConnections.createdAt, sql`now() - make_interval(days => ${SESSION_DAYS})`),
      ),
    )
  return found !== undefined
}
