import type { UserId } from '../../src/contract/wire/common.ts'
import { isPendingSignIn } from '../../src/rules/pending-sign-in.ts'
import { UNKNOWN_TOKENS_PER_MINUTE } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Authenticate, Caller, Recheck } from '../http/handler.ts'
import { networkOf } from '../http/network-of.ts'
import { RIGHTS_CHANNEL } from '../http/policy.ts'
import type { Where } from '../http/where-of.ts'
import { authenticateApiKey, isApiKey, userOfKeyId } from '../keys/api-keys.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { derivedKey } from './derived-key.ts'
import { endStaleSession } from './end-stale-session.ts'
import { createLookUpGuard, type LookUpGuard } from './look-up-guard.ts'
import { ownerOfEarlierSecret, renewSession, sessionOfSecret } from './renew-session.ts'
import { createSessionSecrets, type SecretOfSession } from './session-secret.ts'
import {
  confirmGeneration,
  liveSession,
  markSeen,
  type OpenedSession,
  openSession,
  type SessionRow,
} from './sessions.ts'
import { readToken, signToken } from './token-format.ts'

const LIFE_MINUTES = 15
const TRUSTED_MS = 1000
const REMEMBERED = 5000

export interface Renewed {
  token: string
  secret: string
}

export interface Tokens {
  /** Opens a session; resolves with its first access token and the secret that renews it. */
  open(userId: UserId, how: Parameters<typeof openSession>[2], db?: DbOrTx): Promise<OpenedSession & Renewed>
  /** Renews a live session; resolves with its next access token and secret. */
  renew(secret: string, where: Where, expected?: string): Promise<Renewed>
  /** Returns the session of a secret, however old, without checking whether the session is live. */
  ownerOf(secret: string, from: string): Promise<SecretOfSession | undefined>
  /** Returns the session id of a token, or the given id itself; the session need not be live. */
  sessionNamed(name: string | undefined): Promise<string | undefined>
  /** Returns the live session of a browser's secret. */
  sessionOf(secret: string, from: string): Promise<Pick<SessionRow, 'id' | 'userId'> | undefined>
  authenticate: Authenticate
  recheck: Recheck
  /**
   * Clears the cache; call it when sessions ended on this node. Other nodes are notified, and cache a caller for at
   * most a second.
   */
  clearCache(): void
  stop(): void
}

export const createTokens = (
  installationSecret: string,
  store: Store,
  {
    guard = createLookUpGuard(store.db, UNKNOWN_TOKENS_PER_MINUTE.sandbox),
    mailer,
  }: { guard?: LookUpGuard; mailer?: Pick<Mailer, 'ready' | 'send' | 'nudge'> } = {},
): Tokens => {
  const key = derivedKey(installationSecret, 'session-tokens')
  const secrets = createSessionSecrets(installationSecret)
  const known = new Map<string, { caller: Promise<Caller>; untilMs: number }>()

  // Clears everything, because a check in progress may have read the session just before it ended.
  const clearCache = () => known.clear()

  const check = async (token: string, from: string): Promise<Caller> => {
    // A pending sign-in without its second factor authenticates nothing.
    if (isPendingSignIn(token)) throw new ApiError('secondFactorNeeded')
    if (isApiKey(token))
      return (
        (await guard.find(token, () => authenticateApiKey(store.db, token, from), { kind: 'apiKey', from })) ?? ended()
      )
    const claims = await readToken(key, token)
    if (!claims) return ended()
    const { userId, sessionId, generation } = claims
    // A session that is over stays over, so its tokens are not looked up repeatedly.
    const session = await guard.find(token, () => liveSession(store.db, sessionId))
    if (session?.userId !== userId) return ended()
    // A failed write, such as on a full disk, must not prevent reads.
    if (generation === session.generation && session.confirmedGeneration < generation)
      await confirmGeneration(store.db, sessionId, generation).catch(() => undefined)
    if (session.isUnseen) await markSeen(store.db, sessionId).catch(() => undefined)
    return { kind: 'user', userId, by: { session: sessionId, expiresAtMs: session.expiresAt.getTime() } }
  }

  const ownSession = async (sessionId: string, userId: UserId) => {
    const session = await liveSession(store.db, sessionId)
    return session?.userId === userId ? session : ended()
  }

  const renewed = async (session: Pick<SessionRow, 'id' | 'userId' | 'generation'>): Promise<Renewed> => {
    const claims = { userId: session.userId, sessionId: session.id, generation: session.generation }
    return {
      token: await signToken(key, claims, new Date(Date.now() + LIFE_MINUTES * 60_000)),
      secret: secrets.write(claims),
    }
  }

  // The authenticated secret proves that it was issued here; only secrets of an earlier version are looked up.
  const ownerOf: Tokens['ownerOf'] = async (secret, from) =>
    secrets.read(secret) ??
    guard.find(secret, () => ownerOfEarlierSecret(store.db, secret), { kind: 'session', from: networkOf(from) })

  return {
    open: async (userId, how, db = store.db) => {
      const session = await openSession(db, userId, how)
      return { ...session, ...(await renewed({ ...session, generation: 0 })) }
    },

    renew: async (secret, where, expected) => {
      const owner = await ownerOf(secret, where.address)
      if (!owner || (expected !== undefined && owner.sessionId !== expected)) return ended()
      const renewal = await renewSession(store.db, owner, where)
      if (renewal.kind === 'renewed') return renewed(renewal.session)
      if (renewal.kind === 'stale') {
        await endStaleSession(store.db, mailer, renewal.session, where)
        clearCache()
      }
      return ended()
    },

    ownerOf,

    sessionNamed: async (name) => (name?.includes('.') ? (await readToken(key, name))?.sessionId : name),

    sessionOf: async (secret, from) => {
      const owner = await ownerOf(secret, from)
      return owner && sessionOfSecret(store.db, owner)
    },

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
      if (caller.kind === 'visitor') return caller
      const { userId, by } = caller
      if ('apiKey' in by) return (await userOfKeyId(store.db, by.apiKey.id)) ?? ended()
      const { expiresAt } = await ownSession(by.session, userId)
      return { kind: 'user', userId, by: { session: by.session, expiresAtMs: expiresAt.getTime() } }
    },

    clearCache,
    stop: store.listen(RIGHTS_CHANNEL, clearCache),
  }
}

const ended = (): never => {
  throw new ApiError('sessionEnded')
}
