import type { Provider } from '../../src/contract/wire/account.ts'
import type { Config } from '../config.ts'
import { overTls } from '../http/security-headers.ts'
import { parseSandboxUser, sandboxPage } from '../sandbox/sandbox-user.ts'
import type { Store } from '../store/connection.ts'
import { type Attempt, attemptCookie, readAttempt, spentAttemptCookie } from './attempt-cookie.ts'
import { checkConnection } from './connect-login.ts'
import { derivedKey } from './derived-key.ts'
import type { Enter } from './enter.ts'
import { needsStepUp } from './factors/step-up.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import type { ProviderIdentity } from './providers/sign-in-driver.ts'
import { requestOrigin } from './request-origin.ts'
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
  enter: Enter
  findProvider: FindSignInProvider
}): SignInFlow => {
  const { config, store, enter, findProvider } = options
  const key = derivedKey(options.secret, 'sign-in-attempts')
  const productName = config.product.name
  const isSecure = overTls(config)

  const requireProvider = async (provider: Provider) => {
    const signInProvider = await findProvider(provider)
    if (!signInProvider) throw new SignInFailure('provider_not_configured')
    return signInProvider
  }

  return {
    begin: async ({ provider, intent, asker, referralCode, request }) => {
      if (asker && (await needsStepUp(store.db, asker)))
        throw new SignInFailure('step_up_needed', { isConnecting: true })
      const { driver, configuration, sandbox } = await requireProvider(provider)
      const oidc = await import('openid-client')
      const attempt: Attempt = {
        provider,
        intent,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        redirectUri: `${requestOrigin(config, request)}/api/auth/${provider}/callback`,
        ...(asker && { asker }),
        ...(referralCode && { referralCode }),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: attempt.redirectUri,
        scope: driver.scope,
        state: attempt.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ...(driver.usesNonce && { nonce: attempt.nonce }),
      })
      // The sandbox is part of this server, so a relative address works for any host name that the browser uses.
      const location = sandbox ? `${url.pathname}${url.search}` : url.href
      return { location, cookie: await attemptCookie(key, attempt, isSecure) }
    },

    handleCallback: async (provider, request, spend) => {
      const back = new URL(request.url, 'http://back')
      const state = back.searchParams.get('state') ?? ''
      const attempt = await readAttempt(key, request.headers.cookie, provider, state, isSecure)
      if (!attempt) throw new SignInFailure('sign_in_failed', { cause: new Error('no such attempt in this browser') })
      spend(spentAttemptCookie(attempt, isSecure))
      if (back.searchParams.get('error') === 'access_denied') throw new SignInFailure('sign_in_cancelled')
      const { sandbox, ...signInProvider } = await requireProvider(provider)
      const externalIdentity = await identityOf(signInProvider, attempt, back.search)
      const identity = sandbox
        ? { ...externalIdentity, subject: SANDBOX_SUBJECT + externalIdentity.subject }
        : externalIdentity
      if (attempt.asker) {
        const { userId, session } = attempt.asker
        await checkConnection(store.db, attempt.asker, provider, identity)
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
      return enter.browser(result, provider)
    },

    shortCut:
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
            return isPage ? enter.browser(result, provider) : enter.script(result, provider, request)
          }
        : null,
  }
}

const identityOf = async (
  signInProvider: Omit<Awaited<ReturnType<FindSignInProvider>> & object, 'sandbox'>,
  attempt: Attempt,
  search: string,
): Promise<ProviderIdentity> => {
  const { authorizationCodeGrant } = await import('openid-client')
  const { driver, configuration, endpoints } = signInProvider
  const tokenResponse = await authorizationCodeGrant(configuration, new URL(attempt.redirectUri + search), {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.codeVerifier,
    ...(driver.usesNonce && { expectedNonce: attempt.nonce, idTokenExpected: true }),
  })
  return driver.readIdentity({
    configuration,
    endpoints,
    accessToken: tokenResponse.access_token,
    subject: tokenResponse.claims()?.sub,
  })
}
