import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { providerNames } from '../../src/rules/sign-in-providers.ts'
import { writeOwnAudit } from '../audit/write-audit.ts'
import { Refused } from '../http/refused.ts'
import type { Where } from '../http/where-of.ts'
import { hashOf, newSecret } from '../keys/secrets.ts'
import type { DbOrTx } from '../store/connection.ts'
import { deviceLogins, sessions, users } from '../store/schema.ts'
import { deviceOf } from './device-of.ts'

/** From when a session was last renewed. */
export const SESSION_DAYS = 7
const MOST_LISTED = 100

export interface OpenedSession {
  id: string
  userId: UserId
  /** Renews its access tokens. */
  secret: string
}

type Row = typeof sessions.$inferSelect

const lasts = () => new Date(Date.now() + SESSION_DAYS * 86_400_000)
const isLive = () => and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`))

export const openSession = async (
  db: DbOrTx,
  userId: UserId,
  how: Where & {
    kind?: Row['kind']
    provider?: LoginProvider | null
    passkeyId?: string | null
    steppedUpAt?: Date | null
  },
): Promise<OpenedSession> => {
  const secret = newSecret()
  const id = await db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, sql`now()`)))
    const [row] = await tx
      .insert(sessions)
      .values({ ...how, userId, secretHash: hashOf(secret), expiresAt: lasts() })
      .returning()
    if (!row) throw new Error('The session was not written.')
    await writeOwnAudit(tx, { userId, address: how.address, action: 'session.opened', target: labelOf(row) })
    return row.id
  })
  return { id, userId, secret }
}

/** A session lasts seven days from when it was last renewed. */
export const renewSession = async (
  db: DbOrTx,
  secret: string,
  where: Where,
  expected: string | undefined,
): Promise<Pick<OpenedSession, 'id' | 'userId'>> => {
  const [row] = await db
    .update(sessions)
    .set({ ...where, lastSeenAt: sql`now()`, expiresAt: lasts() })
    .from(users)
    .where(
      and(
        eq(sessions.secretHash, hashOf(secret)),
        isLive(),
        eq(users.id, sessions.userId),
        isNull(users.bannedFor),
        expected === undefined ? undefined : eq(sql`${sessions.id}::text`, expected),
      ),
    )
    .returning({ id: sessions.id, userId: sessions.userId })
  if (!row) throw new Refused('sessionEnded')
  return row
}

/** Whose session it is, and until when; undefined when it is over. */
export const liveSession = async (
  db: DbOrTx,
  sessionId: string,
): Promise<Pick<Row, 'userId' | 'expiresAt'> | undefined> => {
  const [row] = await db
    .select({ userId: sessions.userId, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isLive(), isNull(users.bannedFor)))
  return row
}

/** The live session that a secret renews. */
export const sessionOfSecret = async (db: DbOrTx, secret: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.secretHash, hashOf(secret)), isLive()))
  return row?.id
}

export const listSessions = (db: DbOrTx, userId: UserId): Promise<Row[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive()))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MOST_LISTED)

/** `from` is the address that the wish to end it came from. */
const end = (db: DbOrTx, from: string, which: SQL | undefined): Promise<number> =>
  db.transaction(async (tx) => {
    const ended = await tx
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(and(which, isNull(sessions.endedAt)))
      .returning()
    for (const row of ended)
      await writeOwnAudit(tx, { userId: row.userId, address: from, action: 'session.ended', target: labelOf(row) })
    return ended.length
  })

const labelOf = ({ userAgent, kind, provider, passkeyId }: Row): string =>
  `${deviceOf(userAgent)}${kind === 'commandLine' ? ', command line' : ''}${provider ? `, by ${providerNames[provider]}` : passkeyId ? ', by passkey' : ''}`

export const endSession = (db: DbOrTx, from: string, userId: UserId, sessionId: string): Promise<number> =>
  end(db, from, and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))

export const endSessionOf = (db: DbOrTx, from: string, secret: string): Promise<number> =>
  end(db, from, eq(sessions.secretHash, hashOf(secret)))

/** A command line that was let in and has not come for its token yet is one of them. */
export const endOtherSessions = async (
  db: DbOrTx,
  from: string,
  userId: UserId,
  sessionId: string,
): Promise<number> => {
  await db
    .update(deviceLogins)
    .set({ status: 'denied' })
    .where(and(eq(deviceLogins.userId, userId), eq(deviceLogins.status, 'approved')))
  return end(db, from, and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isLive()))
}

/** What a passkey opened ends with it, but for the session that removes it. */
export const endSessionsOfPasskey = (
  db: DbOrTx,
  from: string,
  userId: UserId,
  { passkeyId, except }: { passkeyId: string; except: string },
): Promise<number> =>
  end(db, from, and(eq(sessions.userId, userId), eq(sessions.passkeyId, passkeyId), ne(sessions.id, except)))

/** Whoever came in through a login goes out with it. */
export const endSessionsThrough = (
  db: DbOrTx,
  from: string,
  userId: UserId,
  provider: LoginProvider,
): Promise<number> => end(db, from, and(eq(sessions.userId, userId), eq(sessions.provider, provider)))
