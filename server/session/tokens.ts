import type { UserId } from '../../src/contract/wire/common.ts'
import { isPendingSignIn } from '../../src/rules/pending-sign-in.ts'
import { UNKNOWN_TOKENS_A_MINUTE } from '../config.ts'
import type { Authenticate, Caller, Recheck } from '../http/handler.ts'
import { RIGHTS_CHANNEL } from '../http/policy.ts'
import { Refused } from '../http/refused.ts'
import type { Where } from '../http/where-of.ts'
import { isApiKey, isKeyLive, personOfKey } from '../keys/api-keys.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { derivedKey } from './derived-key.ts'
import { createLookUpGuard, type LookUpGuard } from './look-up-guard.ts'
import { liveSession, type OpenedSession, openSession, renewSession } from './sessions.ts'
import { readToken, signToken } from './token-format.ts'

const LIFE_MINUTES = 15
const TRUSTED_MS = 1000
const REMEMBERED = 5000

export interface Tokens {
  /** Opens a session and answers its first access token, with what renews it. */
  open(userId: UserId, how: Parameters<typeof openSession>[2], db?: DbOrTx): Promise<OpenedSession & { token: string }>
  /** The next access token of a session that goes on. */
  renew(secret: string, where: Where, expected?: string): Promise<string>
  authenticate: Authenticate
  recheck: Recheck
  /** To be called when sessions ended here: over at once. Other nodes hear of it, and trust what they know for a second at most. */
  forget(): void
  stop(): void
}

export const createTokens = (
  secret: string,
  store: Store,
  guard: LookUpGuard = createLookUpGuard(store.db, UNKNOWN_TOKENS_A_MINUTE.sandbox),
): Tokens => {
  const key = derivedKey(secret, 'session-tokens')
  const known = new Map<string, { caller: Promise<Caller>; untilMs: number }>()

  // Everything is forgotten, because a check under way may have read the session just before it ended.
  const forget = () => known.clear()

  const check = async (token: string, from: string): Promise<Caller> => {
    // A login that still lacks its second factor is no session, whatever it is tried on.
    if (isPendingSignIn(token)) throw new Refused('secondFactorNeeded')
    if (isApiKey(token))
      return (await guard.find(token, () => personOfKey(store.db, token, from), { kind: 'apiKey', from })) ?? ended()
    const claims = await readToken(key, token)
    if (!claims) return ended()
    const { userId, sessionId: session } = claims
    // A session that is over stays so: its tokens are not looked up again and again.
    const found = await guard.find(token, () => liveSession(store.db, session))
    if (found?.userId !== userId) return ended()
    return { kind: 'person', userId, by: { session, expiresAtMs: found.expiresAt.getTime() } }
  }

  const endOf = async (sessionId: string, userId: UserId): Promise<number> => {
    const session = await liveSession(store.db, sessionId)
    return session?.userId === userId ? session.expiresAt.getTime() : ended()
  }

  const sign = ({ id, userId }: Pick<OpenedSession, 'id' | 'userId'>) =>
    signToken(key, { userId, sessionId: id }, new Date(Date.now() + LIFE_MINUTES * 60_000))

  return {
    open: async (userId, how, db = store.db) => {
      const session = await openSession(db, userId, how)
      return { ...session, token: await sign(session) }
    },

    renew: async (secret, where, expected) => sign(await renewSession(store.db, secret, where, expected)),

    authenticate: async (token, from = '') => {
      if (token === undefined) return { kind: 'visitor' }
      const nowMs = performance.now()
      const remembered = known.get(token)
      if (remembered && remembered.untilMs > nowMs) return remembered.caller
      if (known.size >= REMEMBERED) known.clear()
      const caller = check(token, from)
      known.set(token, { caller, untilMs: nowMs + TRUSTED_MS })
      caller.catch(() => known.delete(token))
      return caller
    },

    recheck: async (caller) => {
      if (caller.kind === 'visitor') return null
      if ('session' in caller.by) return endOf(caller.by.session, caller.userId)
      return (await isKeyLive(store.db, caller.by.apiKey.id)) ? caller.by.apiKey.expiresAtMs : ended()
    },

    forget,
    stop: store.listen(RIGHTS_CHANNEL, forget),
  }
}

const ended = (): never => {
  throw new Refused('sessionEnded')
}
