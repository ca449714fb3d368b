import type { FastifyRequest } from 'fastify'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import { admit } from '../accounts/admission.ts'
import type { Config } from '../config.ts'
import { overTls } from '../http/listener/data-headers.ts'
import { whereOf } from '../http/where-of.ts'
import type { Store } from '../store/connection.ts'
import { beginPendingSignIn } from './factors/pending-sign-ins.ts'
import { hasSecondFactor } from './factors/user-factors.ts'
import type { SignInResult } from './find-or-create-user.ts'
import { sessionCookie } from './session-cookie.ts'
import { issueCode } from './sign-in-code.ts'
import { SignInFailure } from './sign-in-failure.ts'
import type { Tokens } from './tokens.ts'

/** The parameters of the console's callback page: a code, or an access token for scripts. */
export interface SignInResponse {
  /** A pending sign-in if a second factor is still required; it is not a token and grants no access yet. */
  token: string
  cookie: string | null
  /** Whether the account was just created. Set for scripts only; otherwise the exchange of the code returns it. */
  isNew: boolean
}

/** Returns the address of the console's callback page. */
export const callbackOf = (
  provider: LoginProvider,
  { token, isNew }: Pick<SignInResponse, 'token' | 'isNew'>,
): string => `/callback/${provider}?${new URLSearchParams({ token, ...(isNew && { new: '1' }) })}`

export interface CompleteSignIn {
  /** Issues a code that the browser exchanges for its access token. */
  browser(result: SignInResult, provider: LoginProvider): Promise<SignInResponse>
  /** Opens a session at once, for scripts that read the address themselves. */
  script(result: SignInResult, provider: LoginProvider, request: FastifyRequest): Promise<SignInResponse>
}

/** Signs in a user whom a login has authenticated, if the operator admits them. */
export const createCompleteSignIn = ({
  config,
  store: { db },
  tokens,
}: {
  config: Pick<Config, 'publicUrl'>
  store: Pick<Store, 'db'>
  tokens: Tokens
}): CompleteSignIn => {
  const isSecure = overTls(config)
  const requireAdmission = async ({ userId }: SignInResult) => {
    const error = await admit(db, userId)
    if (error !== null) throw new SignInFailure(error)
  }

  return {
    browser: async (result, provider) => {
      await requireAdmission(result)
      const { userId, isNew } = result
      const { code, cookie } = await issueCode(db, userId, { kind: 'signIn', provider, isNew }, isSecure)
      return { token: code, cookie, isNew: false }
    },
    script: async (result, provider, request) => {
      await requireAdmission(result)
      const { userId, isNew } = result
      const how = { provider, ...whereOf(request) }
      if (await hasSecondFactor(db, userId))
        return { token: await beginPendingSignIn(db, userId, how), isNew, cookie: null }
      const { token, secret } = await tokens.open(userId, how)
      return { token, isNew, cookie: sessionCookie(secret, isSecure) }
    },
  }
}
