import { and, eq } from 'drizzle-orm'
import type { sessionCalls } from '../../src/contract/calls/session-calls.ts'
import type { loginConnectionCalls } from '../../src/contract/calls/settings/login-connection-calls.ts'
import type { Session } from '../../src/contract/wire/session.ts'
import { isAdmitted } from '../accounts/admission.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handlers } from '../http/handler.ts'
import { overTls } from '../http/listener/data-headers.ts'
import { sessionOf } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { type sessions, users } from '../store/schema.ts'
import { connectLogin } from './connect-login.ts'
import { deviceOf, isBrowser } from './device-of.ts'
import { disconnectLogin } from './disconnect-login.ts'
import { beginPendingSignIn } from './factors/pending-sign-ins.ts'
import { hasSecondFactor } from './factors/user-factors.ts'
import { placeOf } from './place-of.ts'
import { anySessionSecretOf, expiredSessionCookies, replacedSessionCookie, sessionSecretOf } from './session-cookie.ts'
import { endOtherSessions, endSession, endSessionById, listSessions } from './sessions.ts'
import { redeemCode, spentCodeCookie } from './sign-in-code.ts'
import { SignInFailure } from './sign-in-failure.ts'
import type { Tokens } from './tokens.ts'
import { provenAddress } from './wallets/proven-address.ts'

/** Handlers for opening, renewing, listing and ending sessions, and for connecting logins. */
export const sessionHandlers = (
  { db }: Pick<Store, 'db'>,
  tokens: Tokens,
  config: Pick<Config, 'publicUrl'>,
): Handlers<keyof typeof sessionCalls | keyof typeof loginConnectionCalls> => {
  const isSecure = overTls(config)

  return {
    exchangeSignInCode: async ({ input: { code }, cookies, address, userAgent }) => {
      const given = cookies.read()
      // In one transaction, so that a server that is killed in between leaves the code usable.
      const opened = await db.transaction(async (tx) => {
        const grant = await redeemCode(tx, 'signIn', code, given, isSecure)
        if (!grant) return undefined
        const { userId, provider, isNew } = grant
        if ((await tx.$count(users, and(eq(users.id, userId), isAdmitted()))) === 0) return undefined
        const how = { provider, address, userAgent }
        if (await hasSecondFactor(tx, userId))
          return { isNew, token: await beginPendingSignIn(tx, userId, how), secret: null }
        return { isNew, ...(await tokens.open(userId, how, tx)) }
      })
      if (!opened) throw new ApiError('signInFailed')
      const { token, secret, isNew } = opened
      const session = secret === null ? [] : replacedSessionCookie(secret, isSecure, given)
      cookies.set(spentCodeCookie(code, isSecure), ...session)
      return { token, isNew }
    },

    // The contract requires the step-up; the navigation to the provider checks it again.
    startLoginConnection: async () => ({ message: 'You can now connect the login.' }),

    connectLogin: async ({ caller, input: { provider, code }, cookies, address }) => {
      const { userId, by } = sessionOf(caller)
      const given = cookies.read()
      const secret = sessionSecretOf(given, isSecure)
      const owner = secret === undefined ? undefined : await tokens.sessionOf(secret, address)
      if (owner?.id !== by.session) throw new ApiError('signInFailed')
      const grant = await redeemCode(db, 'connect', code, given, isSecure)
      if (grant?.provider !== provider || grant.userId !== userId || grant.session !== by.session)
        throw new ApiError('signInFailed')
      cookies.set(spentCodeCookie(code, isSecure))
      await connectLogin(db, grant, provider, grant.identity, address).catch((error: unknown) => {
        throw error instanceof SignInFailure ? new ApiError('signInFailed', { cause: error }) : error
      })
      return { message: 'The login was connected.' }
    },

    renewToken: async ({ input, cookies, address, userAgent }) => {
      const given = cookies.read()
      // A sibling domain can plant the earlier cookie; only a page that names its session may still use it.
      const kept = (input.session === undefined ? sessionSecretOf : anySessionSecretOf)(given, isSecure)
      const secret = input.secret ?? kept
      if (secret === undefined) throw new ApiError('sessionEnded')
      try {
        const renewed = await tokens.renew(secret, { address, userAgent }, input.session)
        if (input.secret !== undefined) return renewed
        cookies.set(...replacedSessionCookie(renewed.secret, isSecure, given))
        return { token: renewed.token }
      } catch (error) {
        // Another session's cookie stays: it belongs to the last sign-in in this browser.
        if (error instanceof ApiError && secret === kept && input.session === undefined)
          cookies.set(...expiredSessionCookies(isSecure, given))
        throw error
      }
    },

    signOut: async ({ caller, cookies, address }) => {
      const given = cookies.read()
      if (caller.kind === 'user' && 'session' in caller.by)
        await endSession(db, address, caller.userId, caller.by.session)
      const kept = anySessionSecretOf(given, isSecure)
      // An expired access token must not keep its session from being ended.
      const owner = kept === undefined ? undefined : await tokens.ownerOf(kept, address)
      if (owner) await endSessionById(db, address, owner.sessionId)
      tokens.clearCache()
      cookies.set(...expiredSessionCookies(isSecure, given))
      return { message: 'You are logged out.' }
    },

    readSessions: async ({ caller }) => {
      const { userId, by } = sessionOf(caller)
      const rows = await listSessions(db, userId)
      return { sessions: rows.map((row) => sessionWire(row, by.session)) }
    },

    endSession: async ({ caller, address, input: { id } }) => {
      const ended = await endSession(db, address, sessionOf(caller).userId, id)
      tokens.clearCache()
      if (ended === 0) throw new ApiError('notFound')
      return { message: 'The session has ended.' }
    },

    endOtherSessions: async ({ caller, address }) => {
      const { userId, by } = sessionOf(caller)
      const ended = await endOtherSessions(db, address, userId, by.session)
      tokens.clearCache()
      return { ended }
    },

    disconnectLogin: async ({ caller, address, input: { provider, ...proof } }) => {
      const proven = await provenAddress(db, proof)
      await disconnectLogin(db, sessionOf(caller), { provider, provenAddress: proven, from: address })
      tokens.clearCache()
      return { message: 'The login was disconnected.' }
    },
  }
}

const sessionWire = (row: typeof sessions.$inferSelect, current: string): Session => ({
  _id: row.id,
  // A script may have used the browser's sign-in.
  kind: isBrowser(row.userAgent) ? row.kind : 'commandLine',
  provider: row.provider,
  byPasskey: row.passkeyId !== null,
  device: deviceOf(row.userAgent),
  address: row.address,
  place: placeOf(row.address),
  current: row.id === current,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})
