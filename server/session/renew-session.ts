import { and, eq, sql } from 'drizzle-orm'
import { isAdmitted } from '../accounts/admission.ts'
import type { Where } from '../http/where-of.ts'
import { hashOf } from '../keys/secrets.ts'
import type { Db, DbOrTx } from '../store/connection.ts'
import { sessions, users } from '../store/schema.ts'
import type { SecretOfSession } from './session-secret.ts'
import { isLive, renewedExpiry, type SessionRow } from './sessions.ts'

/** Time after a renewal for which the previous secret is still accepted, for concurrent tabs and lost responses. */
const GRACE_SECONDS = 60
/** Format of secrets of an earlier version, which do not contain their session's id. */
const EARLIER_SECRET = /^[\w-]{43}$/

export type Renewal =
  | { kind: 'renewed'; session: Pick<SessionRow, 'id' | 'userId' | 'generation'> }
  /** An old copy of the secret was used. */
  | { kind: 'stale'; session: SessionRow }
  | { kind: 'unknown' }

/** Returns the session of an earlier version that was opened with this secret. */
export const ownerOfEarlierSecret = async (db: DbOrTx, secret: string): Promise<SecretOfSession | undefined> => {
  if (!EARLIER_SECRET.test(secret)) return undefined
  const [row] = await db
    .select({ sessionId: sessions.id })
    .from(sessions)
    .where(eq(sessions.secretHash, hashOf(secret)))
  return row && { ...row, generation: 0 }
}

type RefreshTokenStatus = 'rotate' | 'repeat' | 'stale'

/**
 * Decides how to treat a secret. The newest secret is rotated. The previous one gets the same response again during the
 * grace period; after it, the secret is rotated if the newest one was never used, because then the response was lost. A
 * generation newer than the stored one means that the database was restored to an earlier time.
 */
const refreshTokenStatus = (row: SessionRow & { isFresh: boolean }, generation: number): RefreshTokenStatus => {
  if (generation >= row.generation) return 'rotate'
  if (generation < row.generation - 1) return 'stale'
  if (row.isFresh) return 'repeat'
  return row.confirmedGeneration < row.generation ? 'rotate' : 'stale'
}

const lockedSession = async (db: DbOrTx, sessionId: string) => {
  const [found] = await db
    .select({
      session: sessions,
      isFresh: sql<boolean>`${sessions.rotatedAt} > now() - make_interval(secs => ${GRACE_SECONDS})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isLive(), isAdmitted()))
    .for('update', { of: sessions })
  return found && { ...found.session, isFresh: found.isFresh }
}

/**
 * Renews a session, which then lasts seven days, and thirty days in all since the login. Rotates the secret, except for
 * a repeat during the grace period.
 */
export const renewSession = (db: Db, { sessionId, generation }: SecretOfSession, where: Where): Promise<Renewal> =>
  db.transaction(async (tx) => {
    const row = await lockedSession(tx, sessionId)
    if (!row) return { kind: 'unknown' }
    const tokenStatus = refreshTokenStatus(row, generation)
    if (tokenStatus === 'stale') return { kind: 'stale', session: row }
    const [session] = await tx
      .update(sessions)
      .set({
        ...where,
        lastSeenAt: sql`now()`,
        expiresAt: renewedExpiry(sessions.loggedInAt),
        ...(tokenStatus === 'rotate' && {
          generation: Math.max(generation, row.generation) + 1,
          confirmedGeneration: Math.max(generation, row.confirmedGeneration),
          rotatedAt: sql`now()`,
        }),
      })
      .where(eq(sessions.id, sessionId))
      .returning({ id: sessions.id, userId: sessions.userId, generation: sessions.generation })
    return session ? { kind: 'renewed', session } : { kind: 'unknown' }
  })

/** Returns the live session of a secret without renewing it, for calls that need the browser's cookie. */
export const sessionOfSecret = async (
  db: DbOrTx,
  { sessionId, generation }: SecretOfSession,
): Promise<Pick<SessionRow, 'id' | 'userId'> | undefined> => {
  const row = await lockedSession(db, sessionId)
  return row && refreshTokenStatus(row, generation) !== 'stale' ? { id: row.id, userId: row.userId } : undefined
}
