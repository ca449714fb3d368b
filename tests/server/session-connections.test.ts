import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionOf } from '../../server/http/require-user.ts'
import { connectLogin } from '../../server/session/connect-login.ts'
import { loginConnections, notifications, users } from '../../server/store/schema.ts'
import type { Provider } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'
import { testBrowser } from './test-browser.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

type Arrived = { token: string; cookie: string }
const sessionIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const leaving = ({ token }: Arrived, provider: Provider) =>
  `/api/auth/${provider}/new-login-connection?token=${sessionIn(token)}`
const browserOf = ({ cookie }: Arrived) => {
  const browser = testBrowser(harness.origin)
  browser.setCookie(cookie)
  return browser
}
const CALLBACK = /^\/api\/auth\/\w+\/callback/

/** Connects another login as the sandbox user of this name, and returns the final URL. */
const connect = async (user: Arrived, provider: Provider, as: string) => {
  const browser = browserOf(user)
  const page = await browser.open(leaving(user, provider))
  const back = (await browser.send(page, { name: as })).url
  const code = back.searchParams.get('token')
  if (code !== null) await browser.fromConsole(`auth/${provider}/login-connection`, { code }, user.token)
  back.searchParams.delete('token')
  return back
}
/** Starts to connect a login; `finishCallback` completes it. */
const away = async (user: Arrived, provider: Provider, as: string) => {
  const browser = browserOf(user)
  const page = await browser.open(leaving(user, provider), CALLBACK)
  const back = await browser.send(page, { name: as }, CALLBACK)
  return { finishCallback: async () => (await browser.open(back.url)).url }
}
const logins = async (token: string): Promise<string[]> => {
  const response = await harness.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${token}` } })
  return response.json().user?.providerProfiles.map(({ providerName }: { providerName: string }) => providerName) ?? []
}
const noticesOf = async (token: string): Promise<string[]> => {
  const { userId } = sessionOf(await harness.identity.authenticate(token))
  const rows = await harness.store.db.select().from(notifications).where(eq(notifications.userId, userId))
  return rows.map(({ title }) => title)
}
const disconnect = (token: string, provider: string) =>
  harness.app.inject({
    method: 'DELETE',
    url: `/api/auth/${provider}/login-connection`,
    headers: { authorization: `Bearer ${token}` },
  })

test('[A2.18] [A7.42] another login is connected to the signed-in user', async () => {
  const here = await signedIn(harness, 'Kim', 'google')
  const { token } = here
  const end = await connect(here, 'github', 'Kim')
  expect(`${end.pathname}${end.search}`).toBe('/connection-callback?provider=github')
  expect(await logins(token)).toEqual(['google', 'github'])
  const again = await signedIn(harness, 'Kim', 'github')
  expect(await logins(again.token), 'and it signs in to the same account').toEqual(['google', 'github'])
  expect(await noticesOf(again.token)).toContain('A login was connected')
})

test('[A8.18] a login with another e-mail address is not connected', async () => {
  const here = await signedIn(harness, 'Lea', 'google')
  const { token } = here
  expect((await connect(here, 'gitlab', 'Somebody Else')).search).toBe('?error=new_connection_email_mismatch')
  expect(await logins(token)).toEqual(['google'])
})

test('[A8.16] a login of another user is not connected', async () => {
  await signedIn(harness, 'Max', 'bitbucket')
  const here = await signedIn(harness, 'Nia', 'google')
  expect((await connect(here, 'bitbucket', 'Max')).search).toBe('?error=account_with_git_email_exists')
})

test.each([
  ['[A8.19]', 'github'],
  ['[A8.20]', 'gitlab'],
  ['[A8.21]', 'bitbucket'],
] as const)('%s a second %s login is not connected', async (_id, provider) => {
  const name = `Ola ${provider}`
  const here = await signedIn(harness, name, provider)
  // The same address under another account of the provider.
  await harness.store.db
    .update(users)
    .set({ email: `twin-${provider}@sandbox.test` })
    .where(eq(users.name, name))
  const end = await connect(here, provider, `Twin ${provider}`)
  expect(end.search).toBe(`?error=user_already_has_${provider}_connection`)
})

test('connecting needs this browser’s session: the id in the address alone redirects with an error', async () => {
  const { token } = await signedIn(harness, 'Nobody here')
  for (const named of ['', 'made-up', token, sessionIn(token)]) {
    const response = await harness.app.inject(`/api/auth/github/new-login-connection?token=${named}`)
    expect(response.headers.location).toBe('/connection-callback?error=sign_in_failed')
  }
})

test('[A4.17] [A7.10] the last login cannot be disconnected, and Google never', async () => {
  const here = await signedIn(harness, 'Pia', 'github')
  const { token } = here
  expect((await disconnect(token, 'github')).json()).toMatchObject({ error: 'lastLogin' })
  await connect(here, 'google', 'Pia')
  expect((await disconnect(token, 'google')).json()).toMatchObject({ error: 'loginStays' })
  expect((await disconnect(token, 'gitlab')).statusCode).toBe(404)
  expect(await logins(token)).toEqual(['github', 'google'])
})

test('[A4.17] of two logins that are disconnected concurrently, one stays', async () => {
  const here = await signedIn(harness, 'Quin', 'gitlab')
  const { token } = here
  await connect(here, 'bitbucket', 'Quin')
  const responses = await Promise.all([disconnect(token, 'gitlab'), disconnect(token, 'bitbucket')])
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const [user] = await harness.store.db.select().from(users).where(eq(users.name, 'Quin'))
  expect(await harness.store.db.$count(loginConnections, eq(loginConnections.userId, user?.id as never))).toBe(1)
})

test('disconnecting a login ends the sessions that it opened', async () => {
  const here = await signedIn(harness, 'Ria', 'google')
  const { token } = here
  await connect(here, 'github', 'Ria')
  const other = await signedIn(harness, 'Ria', 'github')
  expect((await disconnect(token, 'github')).statusCode).toBe(200)
  expect(await logins(other.token)).toEqual([])
  expect(await logins(token)).toEqual(['google'])
})

test('a user who is signed out or banned before the callback connects nothing', async () => {
  const here = await signedIn(harness, 'Sam', 'google')
  const [left, alsoLeft] = [await away(here, 'github', 'Sam'), await away(here, 'gitlab', 'Sam')]
  const other = await signedIn(harness, 'Sam', 'google')
  expect((await other.call('DELETE', 'auth/sessions')).status).toBe(200)
  expect((await left.finishCallback()).search).toBe('?error=sign_in_failed')
  expect(await logins(other.token)).toEqual(['google'])

  const third = await away(other, 'github', 'Sam')
  await harness.store.db.update(users).set({ bannedFor: 'spam' }).where(eq(users.name, 'Sam'))
  expect((await third.finishCallback()).search).toBe('?error=sign_in_failed')
  expect((await alsoLeft.finishCallback()).search).toBe('?error=sign_in_failed')
  const [user] = await harness.store.db.select().from(users).where(eq(users.name, 'Sam'))
  expect(await harness.store.db.$count(loginConnections, eq(loginConnections.userId, user?.id as never))).toBe(1)
})

test('a login without an e-mail address is connected only to an account that has none', async () => {
  const { db } = harness.store
  const here = await signedIn(harness, 'Tess', 'google')
  const { token } = here
  const { userId, by } = sessionOf(await harness.identity.authenticate(token))
  const tess = { userId, session: by.session }
  const silent = { subject: 'tess', username: 'tess', name: 'Tess', email: null, avatar: null, url: null }
  await expect(connectLogin(db, tess, 'github', silent, '127.0.0.1')).rejects.toMatchObject({
    code: 'new_connection_email_unknown',
  })
  await db.update(users).set({ email: null, emailVerified: false }).where(eq(users.id, userId))
  await connectLogin(db, tess, 'github', silent, '127.0.0.1')
  expect(await db.$count(loginConnections, eq(loginConnections.userId, userId))).toBe(2)
})
