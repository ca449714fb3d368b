import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf, newSecret } from '../../server/keys/secrets.ts'
import { cookieIn, isOwnCookie } from '../../server/session/cookies.ts'
import { signInCodes, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'
import { testBrowser } from '../server/test-browser.ts'

const OWN = 'http://localhost:4600'
let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const foreign: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, of an older browser', { origin: 'https://attacker.example' }],
  ['an instance', { origin: 'http://hello.localhost:4600', 'sec-fetch-site': 'same-site' }],
  ['an instance, of an older browser', { origin: 'http://hello.localhost:4600' }],
  ['the same host at another port', { origin: 'http://localhost:8080' }],
  ['a page without an origin', { origin: 'null' }],
  ['a browser that sends Sec-Fetch-Site alone', { 'sec-fetch-site': 'cross-site' }],
  ['a same-site page that claims our origin', { origin: OWN, 'sec-fetch-site': 'same-site' }],
  ['an address bar, which never sends such a request', { 'sec-fetch-site': 'none' }],
  ['a client that sends neither header', {}],
]

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  harness.app.inject({ method: 'POST', url: `/api/${url}`, headers, payload })
const reads = async (token: string) =>
  (await harness.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${token}` } })).statusCode

describe.each(foreign)('a cookie that comes from %s', (_origin, headers) => {
  test('neither renews nor ends the session', async () => {
    const { cookie, token } = await signedIn(harness, 'Ada')
    for (const call of ['auth/renew', 'auth/logout']) {
      const response = await post(call, { cookie, ...headers })
      expect([response.statusCode, response.json().error, response.headers['set-cookie']]).toEqual([
        403,
        'foreignOrigin',
        undefined,
      ])
    }
    expect(await reads(token)).toBe(200)
    expect((await post('auth/renew', { cookie, origin: OWN })).statusCode, 'the secret is still the current one').toBe(
      200,
    )
  })

  test('neither exchanges a code nor connects a login', async () => {
    const browser = testBrowser(harness.origin)
    const page = await browser.send(await browser.open('/api/auth/github/login'), { name: 'Bea' })
    const cookie = [...browser.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ')
    const code = page.url.searchParams.get('token')
    const rejected = await post('auth/code', { cookie, ...headers }, { code })
    expect([rejected.statusCode, rejected.headers['set-cookie']]).toEqual([403, undefined])
    const { token } = await signedIn(harness, 'Cleo')
    const connecting = { cookie, authorization: `Bearer ${token}`, ...headers }
    const connected = await post('auth/gitlab/login-connection', connecting, { code })
    // A program with a token may omit both headers; it is then rejected because its cookie belongs to no session.
    expect(connected.statusCode).toBe(Object.keys(headers).length === 0 ? 400 : 403)
    expect((await post('auth/code', { cookie, origin: OWN }, { code })).statusCode).toBe(200)
  })
})

test.each([
  ['by its origin', { origin: OWN }],
  ['by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
  ['by both', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
  ['under another loopback name', { origin: 'http://127.0.0.1:4600', host: '127.0.0.1:4600' }],
])('the console, recognised %s, renews by its cookie', async (_how, headers) => {
  const { cookie } = await signedIn(harness, 'Dan')
  expect((await post('auth/renew', { cookie, ...headers })).statusCode).toBe(200)
})

test('a program without a cookie, or with a token beside it, needs no origin', async () => {
  const eve = await signedIn(harness, 'Eve')
  const beside = { authorization: `Bearer ${eve.token}`, cookie: eve.cookie }
  expect((await post('auth/logout', beside)).statusCode).toBe(200)
  const { token } = await signedIn(harness, 'Eve')
  expect((await post('auth/logout', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect((await post('auth/renew', {}, { secret: 'x' })).statusCode, 'rejected for its secret, not its origin').toBe(
    401,
  )
})

test('a wallet’s signature is accepted from our own pages only', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const response = await harness.app.inject({
      url: '/api/auth/web3/callback?state=x',
      headers: { 'sec-fetch-site': site },
    })
    expect(response.statusCode).toBe(403)
  }
})

test('the API sends no CORS headers', async () => {
  const { token, cookie } = await signedIn(harness, 'Fay')
  const origins = ['https://attacker.example', 'http://hello.localhost:4600', 'null', OWN]
  for (const origin of origins)
    for (const [method, url] of [
      ['GET', '/api/profile'],
      ['GET', '/api/configuration'],
      ['OPTIONS', '/api/profile'],
      ['OPTIONS', '/api/auth/renew'],
      ['POST', '/api/auth/renew'],
    ] as const) {
      const { headers } = await harness.app.inject({
        method,
        url,
        headers: {
          origin,
          cookie,
          authorization: `Bearer ${token}`,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
        ...(method === 'POST' && { payload: {} }),
      })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
})

describe('cookies', () => {
  const production = {
    LONGSHORE_MODE: 'production',
    LONGSHORE_PUBLIC_URL: 'https://longshore.example.org',
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret',
  }
  let encrypted: SessionHarness
  beforeAll(async () => {
    encrypted = await sessionHarness(production)
  })
  afterAll(() => encrypted.close())

  const own = { origin: 'https://longshore.example.org', 'sec-fetch-site': 'same-origin' }
  const send = (app: SessionHarness['app'], url: string, headers: Record<string, string>, payload: object = {}) =>
    app.inject({ method: 'POST', url: `/api/${url}`, headers, payload })
  /**
   * Returns the secret of a new session. The session is created from a code, because an https server offers no sandbox
   * sign-in.
   */
  const secretOf = async (): Promise<{ secret: string; session: string }> => {
    const [user] = await encrypted.store.db
      .insert(users)
      .values({ username: crypto.randomUUID(), name: 'Gil' })
      .returning({ id: users.id })
    if (!user) throw new Error('No user was inserted.')
    const [code, browser] = [newSecret(), newSecret()]
    await encrypted.store.db.insert(signInCodes).values({
      codeHash: hashOf(code),
      browserHash: hashOf(browser),
      userId: user.id,
      grant: { kind: 'signIn', provider: 'github', isNew: false },
      expiresAt: new Date(Date.now() + 60_000),
    })
    const cookie = `__Host-longshore_code_${code.slice(0, 12)}=${browser}`
    const response = await send(encrypted.app, 'auth/code', { cookie, ...own }, { code })
    const lines = [response.headers['set-cookie'] ?? []].flat().join('; ')
    return {
      secret: cookieIn(lines, { name: 'longshore_session', secure: true }) ?? '',
      session: JSON.parse(Buffer.from(response.json().token.split('.')[1], 'base64url').toString()).sid,
    }
  }

  test('are HttpOnly, SameSite, and with TLS bound to the host by Secure and __Host-', async () => {
    const left = await encrypted.app.inject('/api/auth/github/login')
    const wallet = await send(encrypted.app, 'auth/web3/nonce', own, {
      wallet: 'metamask',
      address: `0x${'0'.repeat(40)}`,
    })
    const { secret } = await secretOf()
    const renewed = await send(encrypted.app, 'auth/renew', { cookie: `__Host-longshore_session=${secret}`, ...own })
    const lines = [left, wallet, renewed].flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(lines).toHaveLength(3)
    for (const line of lines)
      expect(line).toMatch(
        /^__Host-longshore_[\w-]+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=(Strict|Lax); Secure$/,
      )
  })

  test('of sign-in attempts stay few and small, however many another site starts', async () => {
    const start = async (cookies: ReadonlyMap<string, string>, referralCode: string) => {
      const left = await encrypted.app.inject({
        url: `/api/auth/github/login?${new URLSearchParams({ referralCode })}`,
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      })
      expect(left.statusCode).toBe(302)
      return [left.headers['set-cookie'] ?? []].flat()
    }
    const unrelated = ['__Host-longshore_session', 'none'] as const
    const jar = new Map<string, string>([unrelated])
    const started: string[] = []
    for (let count = 0; count < 8; count += 1) {
      for (const line of await start(jar, '航'.repeat(100))) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/; Max-Age=0; Path=\/; /.test(line)) jar.delete(name)
        else {
          jar.set(name, value)
          started.push(name)
        }
      }
    }
    expect([...jar.keys()]).toEqual([unrelated[0], ...started.slice(-4)])
    const sizeOf = async (referralCode: string) => String(await start(new Map(), referralCode)).length
    expect(await sizeOf('航'.repeat(100)), 'a code that cannot exist').toBe(await sizeOf(''))
    expect(await sizeOf('ada-10')).toBeGreaterThan(await sizeOf(''))
  })

  test('without the __Host- prefix, which a sibling domain can plant, are not accepted over TLS for a connection or beside the real one', async () => {
    const { secret, session } = await secretOf()
    const planted = { cookie: `longshore_session=${secret}` }
    const leave = await encrypted.app.inject({
      url: `/api/auth/github/new-login-connection?token=${session}`,
      headers: { ...planted, 'sec-fetch-site': 'same-origin' },
    })
    expect(leave.headers.location).toBe('/connection-callback?error=sign_in_failed')
    const both = { cookie: `longshore_session=${secret}; __Host-longshore_session=none`, ...own }
    expect((await send(encrypted.app, 'auth/renew', both)).statusCode).toBe(401)
  })

  test('of an earlier version renew the session that the page names, and are replaced by prefixed ones', async () => {
    const { secret, session } = await secretOf()
    const earlier = { cookie: `longshore_session=${secret}`, ...own }
    expect((await send(encrypted.app, 'auth/renew', earlier)).statusCode).toBe(401)
    expect((await send(encrypted.app, 'auth/renew', earlier, { session: randomUUID() })).statusCode).toBe(401)
    const renewed = await send(encrypted.app, 'auth/renew', earlier, { session })
    expect(renewed.statusCode).toBe(200)
    expect(renewed.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-longshore_session=[\w-]+;/),
      expect.stringMatching(/^longshore_session=; Max-Age=0; Path=\/api\/auth;/),
    ])
  })

  test('of every name are recognised as ours', () => {
    for (const name of [
      'longshore_session',
      '__Host-longshore_session',
      '__Host-longshore_code_x',
      'longshore_sandbox_session',
    ])
      expect(isOwnCookie(name)).toBe(true)
    for (const name of ['session', 'x_longshore_session', '__Host-session']) expect(isOwnCookie(name)).toBe(false)
  })

  test('are rejected when sent from the plain HTTP address of the same host or from a sibling', async () => {
    const { secret } = await secretOf()
    const cookie = `__Host-longshore_session=${secret}`
    for (const headers of [
      { origin: 'http://longshore.example.org', host: 'longshore.example.org' },
      { origin: 'https://apps.longshore.example.org', host: 'longshore.example.org', 'sec-fetch-site': 'same-site' },
    ])
      expect((await send(encrypted.app, 'auth/renew', { cookie, ...headers })).statusCode).toBe(403)
  })
})
