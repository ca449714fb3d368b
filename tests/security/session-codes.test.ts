import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions, signInCodes, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'
import { testBrowser } from '../server/test-browser.ts'
import { solanaWallet } from '../server/wallet-keys.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/

/** Signs in at a provider; returns the browser, its callback page and the code in the page's address. */
const signInAtProvider = async (name: string) => {
  const browser = testBrowser(harness.origin)
  const page = await browser.send(await browser.open('/api/auth/github/login'), { name })
  return { browser, page, code: page.url.searchParams.get('token') ?? '' }
}
const exchange = (browser: ReturnType<typeof testBrowser>, code: string) => browser.fromConsole('auth/code', { code })
const profile = (token: string) =>
  harness.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${token}` } })
const openSessions = async (name: string): Promise<number> => {
  const rows = await harness.store.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.name, name))
  return rows.length
}

test('[A2.16] callback addresses of providers and wallets contain no access token', async () => {
  const { browser, page, code } = await signInAtProvider('Ada')
  expect(page.url.href).not.toMatch(TOKEN)
  expect((await profile(code)).statusCode, 'the code is not an access token').toBe(401)
  expect(await openSessions('Ada'), 'no session is open yet').toBe(0)
  expect((await profile(await browser.exchange(page))).statusCode).toBe(200)

  const keys = solanaWallet()
  const wallet = testBrowser(harness.origin)
  const nonceResponse = await wallet.fromConsole('auth/web3/nonce', { wallet: 'phantom', address: keys.address })
  const { state, message } = JSON.parse(nonceResponse.body)
  const query = new URLSearchParams({ state, address: keys.address, message, signature: await keys.sign(message) })
  const back = await wallet.open(`/api/auth/web3/callback?${query}`)
  expect(back.url.pathname).toBe('/callback/phantom')
  expect(back.url.href).not.toMatch(TOKEN)
  expect((await profile(await wallet.exchange(back))).statusCode).toBe(200)
})

test('a link with an attacker’s code does not sign in another browser, with or without a session', async () => {
  const attacker = await signInAtProvider('Mallory')
  const otherBrowser = testBrowser(harness.origin)
  const victim = await signInAtProvider('Bea')
  const token = await victim.browser.exchange(victim.page)
  const before = [...victim.browser.cookies.values()]
  for (const { response, cookies } of [
    { response: await exchange(otherBrowser, attacker.code), cookies: otherBrowser.cookies },
    { response: await exchange(victim.browser, attacker.code), cookies: victim.browser.cookies },
  ]) {
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
    expect([...cookies.values()]).toEqual(cookies === victim.browser.cookies ? before : [])
  }
  expect((await profile(token)).json().user.platformProfile.name).toBe('Bea')
  expect((await exchange(attacker.browser, attacker.code)).status, 'its own browser can still use it').toBe(200)
})

test('a link with an access token does not sign in', async () => {
  const mallory = await signedIn(harness, 'Mallory Too')
  const browser = testBrowser(harness.origin)
  const response = await exchange(browser, mallory.token)
  expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
})

test('a leaked code does not work in another browser, and works once in its own', async () => {
  const { browser, code } = await signInAtProvider('Cleo')
  expect((await exchange(testBrowser(harness.origin), code)).status).toBe(400)
  const responses = await Promise.all([exchange(browser, code), exchange(browser, code), exchange(browser, code)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await exchange(browser, code)).status).toBe(400)
  expect(await openSessions('Cleo')).toBe(1)
})

test('an expired code does not work, and its cookie lives for 60 s', async () => {
  const { browser, page, code } = await signInAtProvider('Dan')
  const [cookie] = page.headers.getSetCookie().filter((line) => line.startsWith('longshore_code_'))
  expect(cookie).toMatch(/; Max-Age=60; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
  await harness.store.db.update(signInCodes).set({ expiresAt: sql`now()` })
  expect((await exchange(browser, code)).status).toBe(400)
})

test.each([
  [
    'was banned',
    async (name: string) => {
      await harness.store.db.update(users).set({ bannedFor: 'spam' }).where(eq(users.name, name))
    },
  ],
  [
    'signed out everywhere else',
    async (name: string) => {
      const elsewhere = await signedIn(harness, name)
      expect((await elsewhere.call('DELETE', 'auth/sessions')).status).toBe(200)
    },
  ],
])('a code does not work after its user %s', async (what, happens) => {
  const name = `Eve ${what}`
  const { browser, code } = await signInAtProvider(name)
  await happens(name)
  expect((await exchange(browser, code)).status).toBe(400)
})

test('a foreign page cannot sign in through the sandbox’s sign-in link, and a browser gets a code from it', async () => {
  const url = '/api/auth/github/login?sandbox_user=mallory'
  for (const site of ['cross-site', 'same-site']) {
    const response = await harness.app.inject({
      url,
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
    })
    expect([response.statusCode, response.headers['set-cookie'], response.headers.location]).toEqual([
      403,
      undefined,
      undefined,
    ])
  }
  const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
  const opened = await harness.app.inject({ url, headers: typed })
  expect(opened.headers.location).toMatch(/^\/callback\/github\?token=[\w-]{43}$/)
  const script = await fetch(`${harness.origin}${url}`, { redirect: 'manual' })
  expect(script.headers.get('location'), 'a script gets its token there').toMatch(TOKEN)
})

test('the log contains no codes, tokens or session cookies', async () => {
  const { browser, page, code } = await signInAtProvider('Fay')
  const token = await browser.exchange(page)
  const logged = harness.logged.join('')
  const cookies = [...browser.cookies.values()].filter(({ name }) => /^longshore_(session|code)/.test(name))
  const secrets = [code, token, ...cookies.map(({ value }) => value)]
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([])
})
