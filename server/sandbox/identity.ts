import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider as IdentityProvider } from 'oidc-provider'
import type { Provider } from '../../src/contract/wire/account.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Log } from '../log.ts'
import type { ProviderClient } from '../provider-settings.ts'
import type { ProviderEndpoints } from '../session/providers/sign-in-driver.ts'
import { isFromThisMachine } from './loopback.ts'
import { providerShapes } from './provider-shapes.ts'
import type { SandboxUser } from './sandbox-user.ts'
import { registerSignInPage } from './sign-in-routes.ts'

type PublicAddress = Pick<Config, 'host' | 'port'>

export const SANDBOX_PATH = '/api/sandbox/identity'

export interface SandboxIdentity {
  readonly client: ProviderClient
  /** Returns the addresses of the stand-in for a provider. */
  endpoints(provider: Provider): ProviderEndpoints
}

/**
 * Registers the stand-ins for providers on the server's own port. Nothing of them is loaded before the first sign-in.
 */
export const registerSandboxIdentity = (
  app: FastifyInstance,
  options: {
    providers: Provider[]
    productName: string
    /** Names of users who have signed in through a provider before, newest first. */
    listKnownUsers: (provider: Provider) => Promise<string[]>
    log: Log
    /** The gateway's address, when the server itself listens on a Unix socket behind it. */
    publicAddress: PublicAddress
  },
): SandboxIdentity => {
  const client: ProviderClient = { clientId: 'longshore-sandbox', clientSecret: randomBytes(32).toString('hex') }
  const users = new Map<string, SandboxUser>()
  const started = new Map<Provider, Promise<IdentityProvider>>()

  const endpoints = (provider: Provider): ProviderEndpoints => {
    const base = `${ownOrigin(app, options.publicAddress)}${SANDBOX_PATH}/${provider}`
    return { issuer: base, site: base, api: base, plainHttp: true }
  }

  const startedProvider = (provider: Provider): Promise<IdentityProvider> => {
    const running = started.get(provider)
    if (running) return running
    const starting = import('./identity-provider.ts').then(({ startIdentityProvider }) =>
      startIdentityProvider({
        provider,
        issuer: endpoints(provider).issuer,
        client,
        users,
        productName: options.productName,
        log: options.log,
      }),
    )
    started.set(provider, starting)
    starting.catch(() => started.delete(provider))
    return starting
  }

  const requireLocalRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) throw new ApiError('notFound')
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', requireLocalRequest)
    for (const provider of options.providers) {
      const base = `${SANDBOX_PATH}/${provider}`
      registerSignInPage(scope, { ...options, provider, base, users, startedProvider })
      for (const [path, resource] of Object.entries(providerShapes[provider].resources))
        scope.get(`${base}${path}`, async (request) => {
          const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
          const accessToken = await (await startedProvider(provider)).AccessToken.find(token)
          const user = accessToken && users.get(accessToken.accountId)
          if (!user) throw new ApiError('notSignedIn')
          return resource(user)
        })
      scope.register(async (raw) => {
        // The authorization server parses its request bodies itself.
        raw.removeAllContentTypeParsers()
        raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
        raw.all(`${base}/*`, async (request, reply) => {
          const handle = (await startedProvider(provider)).callback()
          reply.hijack()
          const { raw: incoming } = request
          await handle(
            Object.assign(incoming, { originalUrl: incoming.url, url: incoming.url?.slice(base.length) }),
            reply.raw,
          )
        })
      })
    }
  })

  return { client, endpoints }
}

/** Returns the origin at which this server reaches itself. */
const ownOrigin = (app: FastifyInstance, { host, port }: PublicAddress): string => {
  const address = app.server.address()
  const direct = address === null || typeof address === 'string' ? undefined : address
  const isIpv6 = direct ? direct.family === 'IPv6' : isIPv6(host)
  return `http://${isIpv6 ? '[::1]' : '127.0.0.1'}:${direct?.port ?? port}`
}
