import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Authenticate, Caller } from '../http/handler.ts'
import { RIGHTS_CHANNEL } from '../http/policy.ts'
import { Refused } from '../http/refused.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { sessions } from '../store/schema.ts'
import { derivedKey } from './derived-key.ts'
import { readToken, signToken } from './token-format.ts'

const LIFE_DAYS = 7
const TRUSTED_MS = 1000
const REMEMBERED = 5000

export interface Tokens {
  /** Opens a session and answers its bearer token. */
  open(userId: UserId, db?: DbOrTx): Promise<string>
  authenticate: Authenticate
  /** Over at once here; other nodes hear of it, and trust what they know for a second at most. */
  end(sessionId: string): Promise<void>
  stop(): void
}

export const createTokens = (secret: string, store: Store): Tokens => {
  const key = derivedKey(secret, 'session-tokens')
  const known = new Map<string, { caller: Promise<Caller>; untilMs: number }>()

  // Everything is forgotten, because a check under way may have read the session just before it ended.
  const forget = () => known.clear()

  const check = async (token: string): Promise<Caller> => {
    const claims = await readToken(key, token)
    if (!claims) throw new Refused('sessionEnded')
    const [session] = await store.db
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(and(eq(sessions.id, claims.sessionId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)))
    if (session?.userId !== claims.userId) throw new Refused('sessionEnded')
    return { kind: 'person', userId: claims.userId, by: { session: claims.sessionId } }
  }

  const stopListening = store.listen(RIGHTS_CHANNEL, forget)

  return {
    open: async (userId, db = store.db) => {
      const expiresAt = new Date(Date.now() + LIFE_DAYS * 86_400_000)
      await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, sql`now()`)))
      const [session] = await db.insert(sessions).values({ userId, expiresAt }).returning({ id: sessions.id })
      if (!session) throw new Error('The session was not written.')
      return signToken(key, { userId, sessionId: session.id }, expiresAt)
    },

    authenticate: async (token) => {
      if (token === undefined) return { kind: 'visitor' }
      const nowMs = performance.now()
      const remembered = known.get(token)
      if (remembered && remembered.untilMs > nowMs) return remembered.caller
      if (known.size >= REMEMBERED) known.clear()
      const caller = check(token)
      known.set(token, { caller, untilMs: nowMs + TRUSTED_MS })
      caller.catch(() => known.delete(token))
      return caller
    },

    end: async (sessionId) => {
      await store.db
        .update(sessions)
        .set({ endedAt: sql`now()` })
        .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
      forget()
    },

    stop: stopListening,
  }
}
