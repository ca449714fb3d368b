import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginConnections, users } from '../../server/store/schema.ts'
import { factorUsers } from '../server/factor-harness.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'
import { testBrowser } from '../server/test-browser.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

type SignedInUser = Awaited<ReturnType<typeof signedIn>>
type Browser = ReturnType<typeof testBrowser>

const sessionIn = ({ token }: SignedInUser): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const linkOf = (user: SignedInUser, named = sessionIn(user)) => `/api/auth/gitlab/new-login-connection?token=${named}`
const browserOf = (user?: SignedInUser): Browser => {
  const browser = testBrowser(harness.origin)
  if (user) browser.setCookie(user.cookie)
  return browser
}
const CALLBACK = /^\/api\/auth\/\w+\/callback/
const FAILED = '/connection-callback?error=sign_in_failed'

const loginsOf = async (name: string): Promise<string[]> => {
  const rows = await harness.store.db
    .select({ provider: loginConnections.provider })
    .from(loginConnections)
    .innerJoin(users, eq(users.id, loginConnections.userId))
    .where(eq(users.name, name))
  return rows.map(({ provider }) => provider).sort()
}
/** Completes the flow up to the console's page after the provider has confirmed the login; returns the code. */
const proved = async (browser: Browser, user: SignedInUser, name: string) => {
  const back = await browser.send(await browser.open(linkOf(user)), { name })
  return back.url.searchParams.get('token') ?? ''
}
const redeem = (browser: Browser, user: SignedInUser, code: string) =>
  browser.fromConsole('auth/gitlab/login-connection', { code }, user.token)

test('an attacker’s link does not connect the victim’s login to the attacker, whether the victim is signed in or not', async () => {
  const mallory = await signedIn(harness, 'Mallory', 'google')
  const victim = await signedIn(harness, 'Ada', 'google')
  for (const browser of [browserOf(), browserOf(victim)])
    for (const named of [mallory.token, sessionIn(mallory)]) {
      const page = await browser.request(linkOf(mallory, named))
      expect([page.status, page.headers.get('location'), page.headers.getSetCookie()]).toEqual([302, FAILED, []])
    }
  expect(await loginsOf('Mallory')).toEqual(['google'])
})

test('a link on another site, in a mail or without the session’s id connects no login to the victim', async () => {
  const victim = await signedIn(harness, 'Bea', 'google')
  for (const site of ['cross-site', 'same-site', 'none']) {
    const page = await browserOf(victim).request(linkOf(victim), { headers: { 'sec-fetch-site': site } })
    expect([page.status, page.headers.get('location')]).toEqual([403, null])
  }
  for (const named of ['', 'made-up', crypto.randomUUID()]) {
    const page = await browserOf(victim).request(linkOf(victim, named))
    expect(page.headers.get('location'), 'without Sec-Fetch-Site').toBe(FAILED)
  }
  expect(await loginsOf('Bea')).toEqual(['google'])
})

test('a user with a second factor needs a step-up before connecting a login', async () => {
  const users = factorUsers(harness)
  const user = await signedIn(harness, 'Lea', 'google')
  const { secret } = await users.addTotp(users.as(user.token))
  await users.expireStepUps()
  await users.resetLastCodes()
  const rejected = await browserOf(user).request(linkOf(user))
  expect([rejected.status, rejected.headers.get('location'), rejected.headers.getSetCookie()]).toEqual([
    302,
    '/connection-callback?error=step_up_needed',
    [],
  ])
  expect((await user.call('POST', 'auth/gitlab/login-connection/start')).body.error).toBe('stepUpNeeded')

  expect((await user.call('POST', 'auth/step-up', { proof: await users.totp(secret) })).status).toBe(200)
  expect((await user.call('POST', 'auth/gitlab/login-connection/start')).status).toBe(200)
  const browser = browserOf(user)
  expect((await redeem(browser, user, await proved(browser, user, 'Lea'))).status).toBe(200)
  expect(await loginsOf('Lea')).toEqual(['gitlab', 'google'])
})

test('an access token without its session cookie cannot start a connection', async () => {
  const user = await signedIn(harness, 'Cleo', 'google')
  const page = await browserOf().request(linkOf(user, user.token), {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(page.headers.get('location')).toBe(FAILED)
})

test('a login is connected only in the browser that started the connection', async () => {
  const user = await signedIn(harness, 'Dan', 'google')
  const browser = browserOf(user)
  const code = await proved(browser, user, 'Dan')
  expect(await loginsOf('Dan'), 'the callback alone connects nothing').toEqual(['google'])
  expect((await redeem(browserOf(user), user, code)).status).toBe(400)
  expect((await redeem(browser, user, code)).status).toBe(200)
  expect(await loginsOf('Dan')).toEqual(['gitlab', 'google'])
  expect((await redeem(browser, user, code)).status, 'the code works once').toBe(400)
})

test('an attacker’s code does not connect the attacker’s login to a victim', async () => {
  const mallory = await signedIn(harness, 'Mallory Too', 'google')
  const victim = await signedIn(harness, 'Eve', 'google')
  const code = await proved(browserOf(mallory), mallory, 'Mallory Too')
  expect((await redeem(browserOf(victim), victim, code)).status).toBe(400)
  expect(await loginsOf('Eve')).toEqual(['google'])
})

test('the callback fails in another browser than the one that started it', async () => {
  const user = await signedIn(harness, 'Fay', 'google')
  const browser = browserOf(user)
  const back = await browser.send(await browser.open(linkOf(user), CALLBACK), { name: 'Fay' }, CALLBACK)
  expect((await browserOf(user).open(back.url)).url.search).toBe('?error=sign_in_failed')
})

test('a connection fails after signing out, or when another user signed in meanwhile', async () => {
  const user = await signedIn(harness, 'Gil', 'google')
  const other = await signedIn(harness, 'Hal', 'google')
  const browser = browserOf(user)
  const code = await proved(browser, user, 'Gil')
  browser.setCookie(other.cookie)
  expect((await redeem(browser, other, code)).status, 'as another user').toBe(400)
  expect((await redeem(browser, user, code)).status, 'with another user’s cookie').toBe(400)

  browser.setCookie(user.cookie)
  const again = await proved(browser, user, 'Gil')
  expect((await user.call('POST', 'auth/logout', {})).status).toBe(200)
  expect((await redeem(browser, user, again)).status).toBe(401)
  expect(await loginsOf('Gil')).toEqual(['google'])
  expect(await loginsOf('Hal')).toEqual(['google'])
})

test('a connection code cannot sign in, and a sign-in code cannot connect a login', async () => {
  const user = await signedIn(harness, 'Ivy', 'google')
  const browser = browserOf(user)
  const code = await proved(browser, user, 'Ivy')
  expect((await browser.fromConsole('auth/code', { code })).status).toBe(400)
  const page = await browser.send(await browser.open('/api/auth/gitlab/signup'), { name: 'Somebody' })
  expect((await redeem(browser, user, page.url.searchParams.get('token') ?? '')).status).toBe(400)
  expect(await loginsOf('Ivy')).toEqual(['google'])
})
