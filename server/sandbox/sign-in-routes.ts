import type { FastifyInstance } from 'fastify'
import type { Provider as IdentityProvider } from 'oidc-provider'
import type { Provider } from '../../src/contract/wire/account.ts'
import { servePageAssets } from './page-assets.ts'
import { pageHeaders } from './page-headers.ts'
import { providerShapes } from './provider-shapes.ts'
import { parseSandboxUser, type SandboxUser } from './sandbox-user.ts'
import { signInExpiredPage, signInPage } from './sign-in-page.ts'

const FORM_LIMIT = 4096

export interface SignInPageRoutes {
  provider: Provider
  /** Base path of the provider. */
  base: string
  productName: string
  /** Users who have entered a name, by id; read by the provider. */
  users: Map<string, SandboxUser>
  listKnownUsers: (provider: Provider) => Promise<string[]>
  startedProvider: (provider: Provider) => Promise<IdentityProvider>
}

/** Registers the page on which users enter a name to sign in. */
export const registerSignInPage = (app: FastifyInstance, options: SignInPageRoutes) => {
  const { provider, base, productName } = options
  const path = `${base}/sign-in/:uid`

  const page = async (rejectedInput?: { typed: string; message: string }): Promise<string> => {
    const users = (await options.listKnownUsers(provider)).map(parseSandboxUser).filter((user) => user !== null)
    return signInPage({
      productName,
      providerTitle: providerShapes[provider].title,
      assets: base,
      users,
      ...(rejectedInput && { rejectedInput }),
    })
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    scope.get(path, async (request, reply) => {
      reply.headers(pageHeaders).type('text/html')
      const identityProvider = await options.startedProvider(provider)
      const attempt = await identityProvider.interactionDetails(request.raw, reply.raw).catch(() => null)
      if (!attempt) return reply.code(400).send(signInExpiredPage(productName, base))
      return page()
    })

    scope.post<{ Body: Record<string, string> }>(path, async (request, reply) => {
      reply.headers(pageHeaders).type('text/html')
      const { name = '', cancel } = request.body ?? {}
      const user = parseSandboxUser(name)
      if (!user && !cancel) {
        const message = 'Enter a name of 1 to 60 characters.'
        return reply.code(400).send(await page({ typed: name.slice(0, 60), message }))
      }
      if (user) options.users.set(user.id, user)
      const identityProvider = await options.startedProvider(provider)
      const result = user
        ? { login: { accountId: user.id, remember: false } }
        : { error: 'access_denied', error_description: 'The user cancelled.' }
      const next = await identityProvider
        .interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
        .catch(() => null)
      if (!next) return reply.code(400).send(signInExpiredPage(productName, base))
      // Redirects to a path, so that it works behind a development proxy too.
      return reply.redirect(new URL(next).pathname, 303)
    })
  })

  servePageAssets(app, base)
}
