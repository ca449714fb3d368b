import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type Provider, providers } from '../../src/contract/wire/account.ts'
import { type OrganizationId, text } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import { authorizedPage } from '../git/git-authorizations.ts'
import { ApiError } from '../http/api-error.ts'
import { overTls } from '../http/listener/data-headers.ts'
import { isFromForeignPage } from '../http/own-origin.ts'
import { isFromThisMachine } from '../sandbox/loopback.ts'
import { parseSandboxUser } from '../sandbox/sandbox-user.ts'
import { callbackOf, type SignInResponse } from './complete-sign-in.ts'
import type { SignedInUser } from './connect-login.ts'
import { sessionSecretOf } from './session-cookie.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInLimit } from './sign-in-limit.ts'
import type { Tokens } from './tokens.ts'

const MAX_REFERRAL_CODE_LENGTH = 100

const providerParams = v.object({ provider: v.picklist(providers) })
const startQuery = v.object({
  referralCode: v.optional(text(MAX_REFERRAL_CODE_LENGTH)),
  sandbox_user: v.optional(v.string()),
})

export interface SignInFlow {
  /** Resolves with the address of the provider, the attempt's cookie and those that remove surplus ones. */
  begin(options: {
    provider: Provider
    intent: 'login' | 'signup' | 'connect' | 'authorize'
    /** Set if a signed-in user connects another login or grants access to repositories. */
    signedInUser?: SignedInUser
    /** The organisation that a grant of access to repositories is for. */
    organizationId?: OrganizationId
    referralCode?: string | undefined
    request: FastifyRequest
  }): Promise<{ location: string; cookies: string[] }>
  /**
   * Completes a sign-in after the provider's redirect; resolves with a code for the login if it is being connected.
   * An authorisation is complete then.
   * `spend` expires the attempt's cookie, whatever the result.
   */
  handleCallback(
    provider: Provider,
    request: FastifyRequest,
    spend: (cookie: string) => void,
  ): Promise<SignInResponse | { connecting: string; cookie: string } | { authorized: true; cookie: null }>
  /** Signs in a sandbox user without a page in between; null outside sandbox mode. */
  signInDirectly:
    | ((
        provider: Provider,
        name: string,
        referralCode: string | undefined,
        request: FastifyRequest,
      ) => Promise<SignInResponse>)
    | null
}

export interface SignInRoutes {
  flow: SignInFlow
  config: Pick<Config, 'publicUrl'>
  tokens: Pick<Tokens, 'sessionNamed' | 'sessionOf'>
  /** For each address; users behind one office's address share it. */
  attemptsPerMinute: number
}

/**
 * Registers the navigations that start and complete a sign-in. The console reads the result from the address of its
 * callback page.
 */
export const registerSignInRoutes = (
  app: FastifyInstance,
  { flow, config, tokens, attemptsPerMinute }: SignInRoutes,
): void => {
  const start = (intent: 'login' | 'signup') => async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = providerOf(request)
    const query = v.safeParse(startQuery, request.query)
    if (!query.success)
      throw new ApiError('invalid', {
        fields: query.issues.map(({ message, path }) => ({ field: String(path?.[0]?.key), message })),
      })
    const { referralCode, sandbox_user: sandboxUser } = query.output
    return redirectToConsole(request, reply, provider, async () => {
      if (sandboxUser !== undefined) {
        if (!flow.signInDirectly || !isFromThisMachine(request)) throw new ApiError('notFound')
        // Another site's page must not choose who is signed in here.
        if (isFromForeignPage(config, request.headers)) throw new ApiError('foreignOrigin')
        if (!parseSandboxUser(sandboxUser))
          throw new ApiError('invalid', {
            fields: [{ field: 'sandbox_user', message: 'Use 1 to 60 characters.' }],
          })
        return sendCookie(reply, await flow.signInDirectly(provider, sandboxUser, referralCode, request))
      }
      const { location, cookies } = await flow.begin({ provider, intent, referralCode, request })
      reply.header('set-cookie', cookies)
      return { location }
    })
  }

  /**
   * Returns the user of the session in this browser's cookie. The address must name the same session, which no other
   * site's page knows; it proves nothing by itself.
   */
  const signedInUserOf = async (request: FastifyRequest): Promise<SignedInUser> => {
    const secret = sessionSecretOf(request.headers.cookie, overTls(config))
    const session = secret === undefined ? undefined : await tokens.sessionOf(secret, request.ip)
    if (!session || (await tokens.sessionNamed(tokenOfQuery(request))) !== session.id)
      throw new SignInFailure('sign_in_failed', {
        isConnecting: true,
        cause: new Error('not in the session of this browser'),
      })
    return { userId: session.userId, session: session.id }
  }

  const limited = signInLimit(attemptsPerMinute)

  app.get('/api/auth/:provider/login', limited, start('login'))
  app.get('/api/auth/:provider/signup', limited, start('signup'))
  app.get('/api/auth/:provider/new-login-connection', limited, async (request, reply) => {
    const provider = providerOf(request)
    // A link on another site, in a mail or in the address bar is not a request by the user to connect a login.
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new ApiError('foreignOrigin')
    return redirectToConsole(request, reply, provider, async () => {
      const signedInUser = await signedInUserOf(request)
      const { location, cookies } = await flow.begin({ provider, intent: 'connect', signedInUser, request })
      reply.header('set-cookie', cookies)
      return { location }
    })
  })
  app.get('/api/auth/:provider/callback', limited, async (request, reply) => {
    const provider = providerOf(request)
    return redirectToConsole(request, reply, provider, async () =>
      sendCookie(reply, await flow.handleCallback(provider, request, (cookie) => reply.header('set-cookie', cookie))),
    )
  })
}

const tokenOfQuery = (request: FastifyRequest): string | undefined => {
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' ? token : undefined
}

type SignInOutcome =
  | { location: string }
  | { token: string; isNew: boolean }
  | { connecting: string }
  | { authorized: true }

const sendCookie = (
  reply: FastifyReply,
  { cookie, ...result }: Awaited<ReturnType<SignInFlow['handleCallback']>>,
): SignInOutcome => {
  if (cookie !== null) reply.header('set-cookie', cookie)
  return result
}

/** Redirects the browser to a provider, or to the console's callback page with a code or an error. */
const redirectToConsole = async (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  next: () => Promise<SignInOutcome>,
) => {
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
  try {
    const result = await next()
    if ('location' in result) return reply.redirect(result.location, 302)
    if ('connecting' in result) {
      const query = new URLSearchParams({ provider, token: result.connecting })
      return reply.redirect(`/connection-callback?${query}`, 302)
    }
    if ('authorized' in result) return reply.redirect(authorizedPage(provider), 302)
    return reply.redirect(callbackOf(provider, result), 302)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const failure = error instanceof SignInFailure ? error : new SignInFailure('sign_in_failed', { cause: error })
    if (failure.code === 'sign_in_failed')
      request.log.warn({ provider, reason: reasonOf(failure.cause) }, 'a sign-in failed')
    if (failure.isAuthorizing) return reply.redirect(authorizedPage(provider, failure.code), 302)
    const page = failure.isConnecting ? '/connection-callback' : `/callback/${provider}`
    return reply.redirect(`${page}?${new URLSearchParams({ error: failure.code })}`, 302)
  }
}

const providerOf = (request: FastifyRequest): Provider => {
  const params = v.safeParse(providerParams, request.params)
  if (!params.success) throw new ApiError('providerUnknown')
  return params.output.provider
}

/** Returns only names and codes: a provider's error can quote codes and tokens. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return 'error' in cause && typeof cause.error === 'string' ? `${code}: ${cause.error}` : code
}
