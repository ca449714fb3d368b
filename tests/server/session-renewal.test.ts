import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { until } from './until.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const ORIGIN = 'http://localhost:4600'
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A signed-in browser: its token, and its cookie as it would send it. */
const arrived = async (name: string, provider = 'github') => {
  const response = await harness.app.inject({
    url: `/api/auth/${provider}/login?sandbox_user=${encodeURIComponent(name)}`,
    headers: { 'user-agent': AGENT },
  })
  const setCookie = String(response.headers['set-cookie'])
  const token = new URL(response.headers.location ?? '', harness.origin).searchParams.get('token') ?? ''
  return { token, cookie: setCookie.split(';')[0] ?? '', setCookie }
}
const sessionIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

const send = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { token, cookie }: { token?: string; cookie?: string },
  payload?: object,
) => {
  const response = await harness.app.inject({
    method,
    url: `/api/${path}`,
    headers: { origin: ORIGIN, ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json(), setCookie: String(response.headers['set-cookie'] ?? '') }
}

test('[A9.3] the session cookie lasts 7 days, is sent for renewals only, and is not readable by scripts', async () => {
  const { setCookie } = await arrived('Ada')
  expect(setCookie).toContain('Max-Age=604800')
  expect(setCookie).toContain('Path=/api/auth')
  expect(setCookie).toContain('HttpOnly')
  expect(setCookie).toContain('SameSite=Strict')
})

test('a session is renewed by its cookie alone, and lasts seven days from then on', async () => {
  const { token, cookie } = await arrived('Bea')
  const id = sessionIn(token)
  await harness.store.db.update(sessions).set({ expiresAt: sql`now() + interval '1 hour'` }).where(eq(sessions.id, id))
  const renewed = await send('POST', 'auth/renew', { cookie }, { session: id })
  expect(renewed.status).toBe(200)
  expect(sessionIn(renewed.body.token)).toBe(id)
  expect(renewed.setCookie).toContain('Max-Age=604800')
  const [row] = await harness.store.db.select().from(sessions).where(eq(sessions.id, id))
  expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
})

test('the cookie of the last user never renews the session of another user', async () => {
  const ada = await arrived('Cleo')
  const bob = await arrived('Dan')
  const response = await send('POST', 'auth/renew', { cookie: bob.cookie }, { session: sessionIn(ada.token) })
  expect(response.status).toBe(401)
  expect(response.setCookie, 'and stays, because it is valid').toBe('')
  expect((await send('POST', 'auth/renew', { cookie: bob.cookie }, {})).status).toBe(200)
})

test.each([
  ['no cookie', undefined],
  ['a made up one', 'longshore_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['an empty one', 'longshore_session='],
])('%s renews nothing', async (_what, cookie) => {
  expect((await send('POST', 'auth/renew', cookie === undefined ? {} : { cookie }, {})).status).toBe(401)
})

test('[A4.4] signing out ends the session for the token and the cookie, also when only the cookie is still valid', async () => {
  const eve = await arrived('Eve')
  expect((await send('POST', 'auth/logout', { cookie: eve.cookie }, {})).setCookie).toContain('Max-Age=0')
  expect((await send('GET', 'profile', eve)).status).toBe(401)
  expect((await send('POST', 'auth/renew', { cookie: eve.cookie }, {})).status).toBe(401)

  const fay = await arrived('Fay')
  await send('POST', 'auth/logout', { token: fay.token }, {})
  expect((await send('POST', 'auth/renew', { cookie: fay.cookie }, {})).status).toBe(401)
})

test('a user lists their sessions and ends other ones, but none of another user', async () => {
  const here = await arrived('Gil')
  const there = await arrived('Gil', 'google')
  const outsider = await arrived('Hal')
  const { body } = await send('GET', 'auth/sessions', here)
  expect(body.sessions).toHaveLength(2)
  expect(body.sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({
    _id: sessionIn(here.token),
    kind: 'browser',
    provider: 'github',
    byPasskey: false,
    device: 'Firefox on Linux',
    place: 'thisMachine',
  })
  expect((await send('DELETE', `auth/sessions/${sessionIn(here.token)}`, outsider)).status).toBe(404)
  expect((await send('GET', 'profile', here)).status).toBe(200)
  expect((await send('DELETE', `auth/sessions/${sessionIn(there.token)}`, here)).status).toBe(200)
  expect((await send('GET', 'profile', there)).status).toBe(401)
  expect((await send('DELETE', `auth/sessions/${sessionIn(there.token)}`, here)).status).toBe(404)

  const third = await arrived('Gil')
  expect((await send('DELETE', 'auth/sessions', here)).body).toEqual({ ended: 1 })
  expect((await send('GET', 'profile', third)).status).toBe(401)
  expect((await send('GET', 'profile', here)).status).toBe(200)
})

test('a session’s last use is recorded with each call, once a minute at most', async () => {
  const ivy = await arrived('Ivy')
  const session = { id: sessionIn(ivy.token) }
  const seenAgo = (age: string) =>
    harness.store.pool.query(`update session set last_seen_at = now() - $2::interval where id = $1`, [session.id, age])
  const seenAgoMs = async () => {
    const { body } = await send('GET', 'auth/sessions', ivy)
    return Date.now() - Date.parse(body.sessions[0].lastSeenAt)
  }
  await seenAgo('30 seconds')
  expect(await seenAgoMs()).toBeGreaterThan(29_000)
  await seenAgo('4 minutes')
  // A checked token is cached for a second.
  await until(async () => (await seenAgoMs()) < 30_000)
})

test('a client that is not a browser is not named as one', async () => {
  const response = await harness.app.inject({
    url: '/api/auth/github/login?sandbox_user=Joe',
    headers: { 'user-agent': 'curl/8.5.0' },
  })
  const token = new URL(response.headers.location ?? '', harness.origin).searchParams.get('token') ?? ''
  const { body } = await send('GET', 'auth/sessions', { token })
  expect(body.sessions).toMatchObject([{ kind: 'commandLine', device: 'curl' }])
})

test('[A8.22] a banned user is signed out within a second, cannot renew and cannot sign in again', async () => {
  const ivy = await arrived('Ivy')
  expect((await send('GET', 'profile', ivy)).status).toBe(200)
  await harness.store.db.update(users).set({ bannedFor: 'spam' }).where(eq(users.name, 'Ivy'))
  await expect.poll(async () => (await send('GET', 'profile', ivy)).status, { timeout: 1000, interval: 20 }).toBe(401)
  expect((await send('POST', 'auth/renew', { cookie: ivy.cookie }, {})).status).toBe(401)
  const again = await harness.app.inject('/api/auth/github/login?sandbox_user=Ivy')
  expect(again.headers.location).toBe('/callback/github?error=banned')
})

test('neither tokens nor secrets are logged', async () => {
  const { token, cookie } = await arrived('Jon')
  await send('POST', 'auth/renew', { cookie }, {})
  await harness.app.inject(`/api/auth/gitlab/new-login-connection?token=${token}`)
  const logged = harness.logged.join('')
  expect(logged).not.toContain(token)
  expect(logged).not.toContain(cookie.split('=')[1])
})
