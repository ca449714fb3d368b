import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { registerSandboxIdentity } from '../../server/sandbox/identity.ts'
import { sandboxDependencies } from '../../server/sandbox/sandbox-dependencies.ts'
import { createCompleteSignIn } from '../../server/session/complete-sign-in.ts'
import { createSignInFlow } from '../../server/session/sign-in-flow.ts'
import { drivers } from '../../server/session/sign-in-providers.ts'
import { registerSignInRoutes } from '../../server/session/sign-in-routes.ts'
import { createTokens } from '../../server/session/tokens.ts'
import type { Provider } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { testBrowser } from './test-browser.ts'

const production = {
  LONGSHORE_MODE: 'production',
  LONGSHORE_PUBLIC_URL: 'https://longshore.example.org',
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 'github-secret',
}

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness(production)
})
afterAll(() => harness.close())

test('production has no sandbox', async () => {
  for (const url of [
    '/api/auth/github/login?sandbox_user=ada',
    '/api/auth/google/signup?sandbox_user=ada',
    '/api/sandbox/identity/google/.well-known/openid-configuration',
    '/api/sandbox/identity/github/user',
  ]) {
    const response = await harness.app.inject({ url, headers: { host: 'localhost' } })
    expect(response.statusCode, url).toBe(404)
  }
})

test('production reports sandbox dependencies before it starts', () => {
  expect(sandboxDependencies(configFrom({ ...production }, '/'))).toEqual([])
  expect(sandboxDependencies(configFrom({ LONGSHORE_MODE: 'production' }, '/'))).toMatchObject([
    { dependency: 'sandbox login' },
  ])
})

test('[A7.42] a browser is redirected to the real provider with a challenge, a state and the public address', async () => {
  const response = await harness.app.inject('/api/auth/github/login?app=skynet')
  const location = new URL(response.headers.location ?? '')
  expect(location.origin + location.pathname).toBe('https://github.com/login/oauth/authorize')
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    client_id: 'github-client',
    redirect_uri: 'https://longshore.example.org/api/auth/github/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'read:user user:email',
  })
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
  expect(cookie).not.toContain(location.searchParams.get('state'))
})

test('an unconfigured provider returns an error that names it', async () => {
  const response = await harness.app.inject('/api/auth/google/login')
  expect(response.headers.location).toBe('/callback/google?error=provider_not_configured')
})

test('[A8.13] a login without an account redirects to sign-up; signing up creates the account', async () => {
  // Real providers on one port, and the product on another.
  const elsewhere = Fastify()
  const providers = registerSandboxIdentity(elsewhere, {
    providers: ['github', 'google'],
    productName: 'Longshore',
    listKnownUsers: async () => [],
    log: pino({ level: 'silent' }),
    publicAddress: { host: '127.0.0.1', port: 0 },
  })
  await elsewhere.listen({ host: '127.0.0.1', port: 0 })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const tokens = createTokens('a secret of these tests, long enough', harness.store)
  const app = Fastify()
  registerSignInRoutes(app, {
    flow: createSignInFlow({
      config: configFrom({ ...production, LONGSHORE_PUBLIC_URL: origin }, '/'),
      secret: 'a secret of these tests, long enough',
      store: harness.store,
      completeSignIn: createCompleteSignIn({
        config: configFrom({ ...production, LONGSHORE_PUBLIC_URL: origin }, '/'),
        store: harness.store,
        tokens,
      }),
      findProvider: async (provider: Provider) => ({
        driver: drivers[provider],
        endpoints: providers.endpoints(provider),
        configuration: await drivers[provider].connect(providers.endpoints(provider), providers.client),
        sandbox: false,
      }),
    }),
    config: { publicUrl: origin },
    tokens,
    attemptsPerMinute: 60,
  })
  await app.listen({ host: '127.0.0.1', port })

  const end = async (path: string) => {
    const browser = testBrowser(origin)
    return (await browser.send(await browser.open(path), { name: 'Real Person' })).url.searchParams
  }
  expect((await end('/api/auth/github/login')).get('error')).toBe('user_not_found')
  expect((await end('/api/auth/github/signup')).has('token')).toBe(true)
  expect((await end('/api/auth/github/login')).has('token')).toBe(true)
  expect((await end('/api/auth/google/signup')).get('error')).toBe('email_already_exists_with_another_account')

  tokens.stop()
  await app.close()
  await elsewhere.close()
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
