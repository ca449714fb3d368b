import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider as IdentityProvider } from 'oidc-provider'
import type { Provider } from '../../src/contract/wire/account.ts'
import { Refused } from '../http/refused.ts'
import type { Log } from '../log.ts'
import type { ProviderClient } from '../provider-settings.ts'
import type { Place } from '../session/providers/sign-in-driver.ts'
import { isFromThisMachine } from './loopback.ts'
import type { SandboxPerson } from './person.ts'
import { providerShapes } from './provider-shapes.ts'
import { registerSignInPage } from './sign-in-routes.ts'

export const SANDBOX_PATH = '/api/sandbox/identity'

export interface SandboxIdentity {
  readonly client: ProviderClient
  /** Where this machine's counterpart of a provider is. */
  place(provider: Provider): Place
}

/** Stand-ins for providers, below the one port. Nothing of them is loaded before somebody signs in. */
export const registerSandboxIdentity = (
  app: FastifyInstance,
  asked: {
    providers: Provider[]
    productName: string
    /** Names of people who have signed in through a provider before, newest first. */
    peopleSeen: (provider: Provider) => Promise<string[]>
    log: Log
  },
): SandboxIdentity => {
  const client: ProviderClient = { clientId: 'longshore-sandbox', clientSecret: randomBytes(32).toString('hex') }
  const people = new Map<string, SandboxPerson>()
  const started = new Map<Provider, Promise<IdentityProvider>>()

  const place = (provider: Provider): Place => {
    const base = `${ownOrigin(app)}${SANDBOX_PATH}/${provider}`
    return { issuer: base, site: base, api: base, plainHttp: true }
  }

  const startedProvider = (provider: Provider): Promise<IdentityProvider> => {
    const running = started.get(provider)
    if (running) return running
    const starting = import('./identity-provider.ts').then(({ startIdentityProvider }) =>
      startIdentityProvider({
        provider,
        issuer: place(provider).issuer,
        client,
        people,
        productName: asked.productName,
        log: asked.log,
      }),
    )
    started.set(provider, starting)
    starting.catch(() => started.delete(provider))
    return starting
  }

  const refuseOthers = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) throw new Refused('notFound')
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', refuseOthers)
    for (const provider of asked.providers) {
      const base = `${SANDBOX_PATH}/${provider}`
      registerSignInPage(scope, { ...asked, provider, base, people, startedProvider })
      for (const [path, answer] of Object.entries(providerShapes[provider].resources))
        scope.get(`${base}${path}`, async (request) => {
          const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
          const accessToken = await (await startedProvider(provider)).AccessToken.find(token)
          const person = accessToken && people.get(accessToken.accountId)
          if (!person) throw new Refused('notSignedIn')
          return answer(person)
        })
      scope.register(async (raw) => {
        // The authorization server reads its bodies itself.
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

  return { client, place }
}

/** How this server reaches itself. */
const ownOrigin = (app: FastifyInstance): string => {
  const address = app.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The sandbox needs a server that listens on a port.')
  const host = address.family === 'IPv6' ? '[::1]' : '127.0.0.1'
  return `http://${host}:${address.port}`
}
