import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Where } from '../http/where-of.ts'
import { hashOf } from '../keys/secrets.ts'
import type { Db, DbOrTx } from '../store/connection.ts'
import { sessions, users } from '../store/schema.ts'
import type { SecretOfSession } from './session-secret.ts'
import { isLive, renewedExpiry, type SessionRow } from './sessions.ts'

/** Two tabs, and an answer that is on its way: the secret before the newest one is good so long after the renewal. */
const GRACE_SECONDS = 60
/** What sessions of an earlier version have in place of a secret that names them. */
const EARLIER_SECRET = /^[\w-]{43}$/

export type Renewal =
  | { kind: 'renewed'; session: Pick<SessionRow, 'id' | 'userId' | 'generation'> }
  /** An old copy of the secret was used. */
  | { kind: 'stale'; session: SessionRow }
  | { kind: 'unknown' }

/** The session of an earlier version that began with this secret. */
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
 * What a secret is worth. The newest one is followed by the next. The one before it is answered as it was already for a
 * short while, and followed by the next where nobody has used the newest: then the answer was lost on its way. A newer
 * one than is known was lost here, by a database that went back in time.
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
    .where(and(eq(sessions.id, sessionId), isLive(), isNull(users.bannedFor)))
    .for('update', { of: sessions })
  return found && { ...found.session, isFresh: found.isFresh }
}

/** A session lasts seven days from when it was last renewed, and thirty in all. Each renewal gives it a new secret. */
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

/** The live session whose secret this is, for what needs the browser's cookie and renews nothing. */
export const sessionOfSecret = async (
  db: DbOrTx,
  { sessionId, generation }: SecretOfSession,
): Promise<Pick<SessionRow, 'id' | 'userId'> | undefined> => {
  const row = await lockedSession(db, sessionId)
  return row && refreshTokenStatus(row, generation) !== 'stale' ? { id: row.id, userId: row.userId } : undefined
}
