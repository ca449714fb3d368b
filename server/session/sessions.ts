import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { providerNames } from '../../src/rules/sign-in-providers.ts'
import { isAdmitted } from '../accounts/admission.ts'
import { writeOwnAudit } from '../audit/write-audit.ts'
import type { Where } from '../http/where-of.ts'
import type { DbOrTx, Tx } from '../store/connection.ts'
import { deviceLogins, pendingSignIns, sessions, users } from '../store/schema.ts'
import { deviceOf } from './device-of.ts'
import { dropCodes } from './sign-in-code.ts'

/** Since the last renewal. */
export const SESSION_DAYS = 7
/** Since the login; then the user must log in again. */
export const MAX_SESSION_DAYS = 30
const MAX_LISTED = 100

export type SessionRow = typeof sessions.$inferSelect

export interface OpenedSession {
  id: string
  userId: UserId
}

/** Returns the expiry of a session that is renewed now. */
export const renewedExpiry = (loggedInAt: SQL | typeof sessions.loggedInAt) =>
  sql<Date>`least(now() + make_interval(days => ${SESSION_DAYS}), ${loggedInAt} + make_interval(days => ${MAX_SESSION_DAYS}))`

export const isLive = () => and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`))

export const openSession = async (
  db: DbOrTx,
  userId: UserId,
  how: Where & {
    kind?: SessionRow['kind']
    provider?: LoginProvider | null
    passkeyId?: string | null
    steppedUpAt?: Date | null
    loggedInAt?: Date
  },
): Promise<OpenedSession> =>
  db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, sql`now()`)))
    const loggedInAt = how.loggedInAt ? sql`${how.loggedInAt.toISOString()}::timestamptz` : sql`now()`
    const [row] = await tx
      .insert(sessions)
      .values({ ...how, userId, loggedInAt, expiresAt: renewedExpiry(loggedInAt) })
      .returning()
    if (!row) throw new Error('The session was not written.')
    await writeOwnAudit(tx, { userId, address: how.address, action: 'session.opened', target: labelOf(row) })
    return { id: row.id, userId }
  })

type LiveSession = Pick<SessionRow, 'userId' | 'expiresAt' | 'generation' | 'confirmedGeneration'> & {
  /** It was not marked as seen within the last minute. */
  isUnseen: boolean
}

/** Returns the user and expiry of a session; undefined if it is over or its user is not admitted. */
export const liveSession = async (db: DbOrTx, sessionId: string): Promise<LiveSession | undefined> => {
  const { userId, expiresAt, generation, confirmedGeneration } = sessions
  const [row] = await db
    .select({ userId, expiresAt, generation, confirmedGeneration, isUnseen: sql<boolean>`${isUnseen()}` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isLive(), isAdmitted()))
  return row
}

/**
 * Returns the login that a command line inherits from the live browser session that approved it: it ends with the same
 * login or passkey, and no later. Undefined if that session is over or is itself of a command line. Locks the user,
 * because disconnecting the login meanwhile must end the new session too.
 */
export const inheritedLogin = async (
  tx: Tx,
  userId: UserId,
  sessionId: string,
): Promise<Pick<SessionRow, 'provider' | 'passkeyId' | 'loggedInAt'> | undefined> => {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isAdmitted()))
    .for('share')
  if (!user) return undefined
  // A separate statement, to see what was committed while waiting for the lock.
  const { provider, passkeyId, loggedInAt } = sessions
  const [row] = await tx
    .select({ provider, passkeyId, loggedInAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(sessions.kind, 'browser'), isLive()))
  return row
}

export const isOfBrowser = async (db: DbOrTx, sessionId: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.id, sessionId), eq(sessions.kind, 'browser')))) > 0

/** Records that the response to a renewal has arrived, because its token was used. */
export const confirmGeneration = async (db: DbOrTx, sessionId: string, generation: number): Promise<void> => {
  await db
    .update(sessions)
    .set({ confirmedGeneration: generation })
    .where(and(eq(sessions.id, sessionId), lt(sessions.confirmedGeneration, generation)))
}

/** Updates at most once a minute, so that reads stay cheap. */
export const markSeen = async (db: DbOrTx, sessionId: string): Promise<void> => {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isUnseen()))
}

const isUnseen = () => lt(sessions.lastSeenAt, sql`now() - interval '1 minute'`)

export const listSessions = (db: DbOrTx, userId: UserId): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive()))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MAX_LISTED)

/** `from` is the network address of the request that ends the sessions. */
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

const labelOf = ({ userAgent, kind, provider, passkeyId }: SessionRow): string =>
  `${deviceOf(userAgent)}${kind === 'commandLine' ? ', command line' : ''}${provider ? `, by ${providerNames[provider]}` : passkeyId ? ', by passkey' : ''}`

export const endSession = (db: DbOrTx, from: string, userId: UserId, sessionId: string): Promise<number> =>
  end(db, from, and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))

/** Ends a session for a caller who has a secret of it, or after an old secret was used. */
export const endSessionById = (db: DbOrTx, from: string, sessionId: string): Promise<number> =>
  end(db, from, eq(sessions.id, sessionId))

/** Ends everything with which a user is signed in or about to be. */
export const endAllSessions = async (tx: Tx, userId: UserId): Promise<number> => {
  await cancelApprovedLogins(tx, userId)
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  return end(tx, '', and(eq(sessions.userId, userId), isLive()))
}

const cancelApprovedLogins = async (db: DbOrTx, userId: UserId): Promise<void> => {
  await db
    .update(deviceLogins)
    .set({ status: 'denied' })
    .where(and(eq(deviceLogins.userId, userId), eq(deviceLogins.status, 'approved')))
  await dropCodes(db, userId)
}

/** Also cancels command lines and browsers that were approved but have not opened their session yet. */
export const endOtherSessions = async (
  db: DbOrTx,
  from: string,
  userId: UserId,
  sessionId: string,
): Promise<number> => {
  await cancelApprovedLogins(db, userId)
  return end(db, from, and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isLive()))
}

/** Ends the sessions opened with a passkey, except the one that removes it. */
export const endSessionsOfPasskey = (
  db: DbOrTx,
  from: string,
  userId: UserId,
  { passkeyId, except }: { passkeyId: string; except: string },
): Promise<number> =>
  end(db, from, and(eq(sessions.userId, userId), eq(sessions.passkeyId, passkeyId), ne(sessions.id, except)))

/** Ends the sessions opened with a login. */
export const endSessionsByProvider = async (
  db: DbOrTx,
  from: string,
  userId: UserId,
  provider: LoginProvider,
): Promise<number> => {
  await dropCodes(db, userId)
  return end(db, from, and(eq(sessions.userId, userId), eq(sessions.provider, provider)))
}
