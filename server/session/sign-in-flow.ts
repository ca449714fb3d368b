import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type GitProvider, gitProviders, type Provider } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { referralCode } from '../../src/contract/wire/referral.ts'
import type { Config } from '../config.ts'
import { createGitAuthorizations, type GitTokens, gitScopes } from '../git/git-authorizations.ts'
import { overTls } from '../http/listener/data-headers.ts'
import { parseSandboxUser, sandboxPage } from '../sandbox/sandbox-user.ts'
import type { Store } from '../store/connection.ts'
import {
  type Attempt,
  attemptCookie,
  readAttempt,
  spentAttemptCookie,
  surplusAttemptCookies,
} from './attempt-cookie.ts'
import type { CompleteSignIn } from './complete-sign-in.ts'
import { checkConnection, type SignedInUser } from './connect-login.ts'
import { derivedKey } from './derived-key.ts'
import { needsStepUp } from './factors/step-up.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import type { ProviderIdentity } from './providers/sign-in-driver.ts'
import { requestOrigin } from './request-origin.ts'
import { liveSession } from './sessions.ts'
import { issueCode } from './sign-in-code.ts'
import { SignInFailure } from './sign-in-failure.ts'
import type { FindSignInProvider } from './sign-in-providers.ts'
import type { SignInFlow } from './sign-in-routes.ts'

/** Prefix of the subjects of sandbox users, so that none of them is taken for a real account. */
export const SANDBOX_SUBJECT = 'sandbox:'

export const createSignInFlow = (options: {
  config: Pick<Config, 'mode' | 'publicUrl' | 'product'>
  secret: string
  store: Store
  completeSignIn: CompleteSignIn
  findProvider: FindSignInProvider
}): SignInFlow => {
  const { config, store, completeSignIn, findProvider } = options
  const key = derivedKey(options.secret, 'sign-in-attempts')
  const productName = config.product.name
  const isSecure = overTls(config)
  const authorizations = createGitAuthorizations(options.secret, store)

  const requireProvider = async (provider: Provider) => {
    const signInProvider = await findProvider(provider)
    if (!signInProvider) throw new SignInFailure('provider_not_configured')
    return signInProvider
  }

  const requireOrganization = async ({ userId, session }: SignedInUser, id: string): Promise<OrganizationId> => {
    // The user may have been signed out or removed while at the provider.
    const isLive = (await liveSession(store.db, session))?.userId === userId
    const organizationId = isLive ? await authorizations.organizationFor(userId, id) : null
    if (organizationId === null) throw new SignInFailure('authorization_not_allowed')
    return organizationId
  }

  const authorize = async (
    provider: Provider,
    { signedInUser, organizationId }: Attempt,
    { identity, tokens, address }: { identity: ProviderIdentity; tokens: GitTokens; address: string },
  ) => {
    if (!signedInUser || organizationId === undefined || !isGitProvider(provider))
      throw new SignInFailure('sign_in_failed')
    await authorizations.save({
      organizationId: await requireOrganization(signedInUser, organizationId),
      userId: signedInUser.userId,
      provider,
      account: { subject: identity.subject, username: identity.username },
      tokens,
      address,
    })
    return { authorized: true, cookie: null } as const
  }

  const complete = async (provider: Provider, attempt: Attempt, request: FastifyRequest) => {
    const back = new URL(request.url, 'http://back')
    if (back.searchParams.get('error') === 'access_denied') throw new SignInFailure('sign_in_cancelled')
    const { sandbox, ...signInProvider } = await requireProvider(provider)
    const { identity: externalIdentity, tokens } = await grantOf(signInProvider, attempt, back.search)
    const identity = sandbox
      ? { ...externalIdentity, subject: SANDBOX_SUBJECT + externalIdentity.subject }
      : externalIdentity
    if (attempt.intent === 'authorize') return authorize(provider, attempt, { identity, tokens, address: request.ip })
    if (attempt.signedInUser) {
      const { userId, session } = attempt.signedInUser
      await checkConnection(store.db, attempt.signedInUser, provider, identity)
      // This navigation came from another site, so the browser withheld the Strict session cookie. A page of the
      // console continues with the code.
      const grant = { kind: 'connect', provider, session, identity } as const
      const { code, cookie } = await issueCode(store.db, userId, grant, isSecure)
      return { connecting: code, cookie }
    }
    const result = await findOrCreateUser(store.db, {
      provider,
      identity,
      unknownUser: attempt.intent === 'signup' || sandbox ? 'create' : 'reject',
      sameEmail: 'reject',
      referralCode: attempt.referralCode,
      productName,
      address: request.ip,
    })
    return completeSignIn.browser(result, provider)
  }

  return {
    begin: async ({ provider, intent, signedInUser, organizationId, referralCode: given, request }) => {
      if (intent === 'authorize' && signedInUser && organizationId !== undefined)
        await requireOrganization(signedInUser, organizationId)
      if (intent === 'connect' && signedInUser && (await needsStepUp(store.db, signedInUser)))
        throw new SignInFailure('step_up_needed', { isConnecting: true })
      const { driver, configuration, sandbox } = await requireProvider(provider)
      const oidc = await import('openid-client')
      // An invalid code is left out: it has no use, and would only make the cookie larger.
      const code = v.safeParse(referralCode, given)
      const attempt: Attempt = {
        provider,
        intent,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        redirectUri: `${requestOrigin(config, request)}/api/auth/${provider}/callback`,
        ...(signedInUser && { signedInUser }),
        ...(organizationId !== undefined && { organizationId }),
        ...(code.success && { referralCode: code.output }),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: attempt.redirectUri,
        scope:
          intent === 'authorize' && isGitProvider(provider) ? `${driver.scope} ${gitScopes[provider]}` : driver.scope,
        state: attempt.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ...(driver.usesNonce && { nonce: attempt.nonce }),
      })
      // The sandbox is part of this server, so a relative address works for any host name that the browser uses.
      const location = sandbox ? `${url.pathname}${url.search}` : url.href
      const surplus = surplusAttemptCookies(request.headers.cookie, provider, isSecure)
      return { location, cookies: [...surplus, await attemptCookie(key, attempt, isSecure)] }
    },

    handleCallback: async (provider, request, spend) => {
      const back = new URL(request.url, 'http://back')
      const state = back.searchParams.get('state') ?? ''
      const attempt = await readAttempt(key, request.headers.cookie, provider, state, isSecure)
      if (!attempt) throw new SignInFailure('sign_in_failed', { cause: new Error('no such attempt in this browser') })
      spend(spentAttemptCookie(attempt, isSecure))
      try {
        return await complete(provider, attempt, request)
      } catch (cause) {
        if (attempt.intent !== 'authorize') throw cause
        const code = cause instanceof SignInFailure ? cause.code : 'sign_in_failed'
        throw new SignInFailure(code, { isAuthorizing: true, cause })
      }
    },

    signInDirectly:
      config.mode === 'sandbox'
        ? async (provider, name, referralCode, request) => {
            const user = parseSandboxUser(name)
            if (!user) throw new SignInFailure('sign_in_failed')
            const { id, username, name: displayName, email } = user
            const result = await findOrCreateUser(store.db, {
              provider,
              identity: {
                subject: SANDBOX_SUBJECT + id,
                username,
                name: displayName,
                email,
                avatar: null,
                url: sandboxPage(provider, user),
              },
              unknownUser: 'create',
              sameEmail: 'connect',
              referralCode,
              productName,
              address: request.ip,
            })
            // A browser gets a code, as from any provider: the console's pages do not accept a token from the address.
            const isPage = request.headers['sec-fetch-mode'] === 'navigate'
            return isPage ? completeSignIn.browser(result, provider) : completeSignIn.script(result, provider, request)
          }
        : null,
  }
}

const isGitProvider = (provider: Provider): provider is GitProvider => gitProviders.some((known) => known === provider)

const grantOf = async (
  signInProvider: Omit<Awaited<ReturnType<FindSignInProvider>> & object, 'sandbox'>,
  attempt: Attempt,
  search: string,
): Promise<{ identity: ProviderIdentity; tokens: GitTokens }> => {
  const { authorizationCodeGrant } = await import('openid-client')
  const { driver, configuration, endpoints } = signInProvider
  const tokenResponse = await authorizationCodeGrant(configuration, new URL(attempt.redirectUri + search), {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.codeVerifier,
    ...(driver.usesNonce && { expectedNonce: attempt.nonce, idTokenExpected: true }),
  })
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokenResponse
  const lifeSeconds = tokenResponse.expiresIn()
  return {
    identity: await driver.readIdentity({
      configuration,
      endpoints,
      accessToken,
      subject: tokenResponse.claims()?.sub,
    }),
    tokens: {
      accessToken,
      refreshToken,
      expiresAt: lifeSeconds === undefined ? null : new Date(Date.now() + lifeSeconds * 1000).toISOString(),
    },
  }
}
