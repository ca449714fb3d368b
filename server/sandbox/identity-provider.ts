import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { interactionPolicy, Provider } from 'oidc-provider'
import type { Provider as ProviderName } from '../../src/contract/wire/account.ts'
import type { Log } from '../log.ts'
import type { ProviderClient } from '../provider-settings.ts'
import { isLoopbackHost } from './loopback.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { pageHeaders } from './page-headers.ts'
import { providerShapes } from './provider-shapes.ts'
import { type SandboxUser, sandboxPage } from './sandbox-user.ts'
import { signInExpiredPage } from './sign-in-page.ts'

const LIFE_SECONDS = 600
const makeKeyPair = promisify(generateKeyPair)

/** Starts a real authorization server that looks like one provider. */
export const startIdentityProvider = async (options: {
  provider: ProviderName
  issuer: string
  client: ProviderClient
  /** Users who have entered a name, by id. */
  users: ReadonlyMap<string, SandboxUser>
  productName: string
  log: Log
}): Promise<Provider> => {
  const shape = providerShapes[options.provider]
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 })
  const base = new URL(options.issuer).pathname
  const callbackPath = `/api/auth/${options.provider}/callback`

  const policy = interactionPolicy.base()
  policy.remove('consent')

  const provider = new Provider(options.issuer, {
    adapter: memoryAdapter(),
    claims: {
      openid: ['sub'],
      profile: ['name', 'nickname', 'preferred_username', 'profile'],
      email: ['email', 'email_verified'],
    },
    clientBasedCORS: () => false,
    clients: [
      {
        client_id: options.client.clientId,
        client_secret: options.client.clientSecret,
        redirect_uris: [`http://localhost${callbackPath}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: {
        session: 'longshore_sandbox_session',
        interaction: 'longshore_sandbox_sign_in',
        resume: 'longshore_sandbox_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: base },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    findAccount: async (_context, id) => {
      const user = options.users.get(id)
      if (!user) return undefined
      const { username, name, email } = user
      const page = sandboxPage(options.provider, user)
      const claims = {
        sub: id,
        name,
        nickname: username,
        preferred_username: username,
        ...(page !== null && { profile: page }),
        email,
        email_verified: true,
      }
      return { accountId: id, claims: async () => claims }
    },
    interactions: { url: (_context, { uid }) => `${base}/sign-in/${uid}`, policy },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(oidc.params.scope ?? '')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    renderError: (context) => {
      for (const [name, value] of Object.entries(pageHeaders)) context.set(name, value)
      context.type = 'html'
      context.body = signInExpiredPage(options.productName, base)
    },
    routes: shape.routes,
    scopes: shape.scopes,
    ttl: {
      AccessToken: LIFE_SECONDS,
      AuthorizationCode: 60,
      Grant: LIFE_SECONDS,
      IdToken: LIFE_SECONDS,
      Interaction: LIFE_SECONDS,
      Session: LIFE_SECONDS,
    },
  })
  // A registered address has one port, but users also reach this machine through others.
  provider.Client.prototype.redirectUriAllowed = (uri) => {
    const { host, pathname, protocol, search, hash } = new URL(uri)
    return protocol === 'http:' && isLoopbackHost(host) && pathname === callbackPath && !search && !hash
  }
  const report = (...parameters: unknown[]) =>
    options.log.error({ err: parameters.find((item) => item instanceof Error) }, 'the sandbox provider failed')
  provider.on('error', report)
  provider.on('server_error', report)
  return provider
}
