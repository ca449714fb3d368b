import type { secondFactorCalls } from '../../../src/contract/calls/second-factor-calls.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { overTls } from '../../http/listener/data-headers.ts'
import { hashOf, newSecret } from '../../keys/secrets.ts'
import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from '../cookies.ts'
import { replacedSessionCookie } from '../session-cookie.ts'
import type { FactorDependencies } from './factor-dependencies.ts'
import { requestOptions, verifySigned } from './passkey-ceremonies.ts'
import { completePendingSignIn, countFailure, openSignIn } from './pending-sign-ins.ts'
import { relyingParty } from './relying-party.ts'
import { methodsOf } from './user-factors.ts'

const ATTEMPT_SECONDS = 300

/** Handlers for signing in with only a passkey, and for the second step of other logins. */
export const secondFactorHandlers = ({
  config,
  db,
  tokens,
  prove,
}: Pick<FactorDependencies, 'config' | 'db' | 'tokens' | 'prove'>): Handlers<keyof typeof secondFactorCalls> => {
  const isSecure = overTls(config)
  /** Binds a challenge to the browser that requested it. */
  const attempt: HiddenCookie = {
    name: 'longshore_passkey',
    path: '/api/auth/passkey',
    sameSite: 'Strict',
    secure: isSecure,
  }

  return {
    startPasskeySignIn: async ({ cookies, host }) => {
      // Shared by all tabs of a browser, so that two can sign in at once.
      const kept = cookieIn(cookies.read(), attempt) || newSecret()
      cookies.set(serializeCookie(attempt, kept, ATTEMPT_SECONDS))
      const use = { purpose: 'signIn', holder: hashOf(kept) } as const
      return { options: { ...(await requestOptions(db, relyingParty(config, host), use, null)) } }
    },

    signInWithPasskey: async ({ input: { passkey }, cookies, host, address, userAgent }) => {
      const kept = cookieIn(cookies.read(), attempt)
      if (!kept) throw new ApiError('passkeyRejected')
      const use = { purpose: 'signIn', holder: hashOf(kept) } as const
      const known = await verifySigned(db, relyingParty(config, host), { use, userId: null, response: passkey })
      const { token, secret } = await tokens.open(known.userId, {
        ...{ address, userAgent, provider: null },
        passkeyId: known.id,
        steppedUpAt: new Date(),
      })
      cookies.set(expiredCookie(attempt), ...replacedSessionCookie(secret, isSecure, cookies.read()))
      return { token }
    },

    readSignIn: async ({ input: { signIn } }) => {
      const { userId, expiresAt } = await openSignIn(db, signIn)
      return { methods: await methodsOf(db, userId), expiresAt: expiresAt.toISOString() }
    },

    startSecondFactor: async ({ input: { signIn }, host }) => {
      const { userId, secretHash } = await openSignIn(db, signIn)
      const use = { purpose: 'secondFactor', holder: secretHash } as const
      return { options: { ...(await requestOptions(db, relyingParty(config, host), use, userId)) } }
    },

    completeSignIn: async ({ input: { signIn, proof }, cookies, host, address, userAgent }) => {
      // Read first, to reject a request from another site before anything is consumed.
      const given = cookies.read()
      const pending = await openSignIn(db, signIn)
      const { userId, provider, secretHash } = pending
      await prove({
        ...{ userId, proof, address },
        use: { purpose: 'secondFactor', holder: secretHash },
        party: relyingParty(config, host),
        onWrong: (tx) => countFailure(tx, pending),
      })
      // Opens a new session: nothing issued before the second factor remains valid.
      const { token, secret } = await db.transaction(async (tx) => {
        await completePendingSignIn(tx, pending)
        return tokens.open(userId, { address, userAgent, provider, steppedUpAt: new Date() }, tx)
      })
      cookies.set(...replacedSessionCookie(secret, isSecure, given))
      return { token }
    },
  }
}
