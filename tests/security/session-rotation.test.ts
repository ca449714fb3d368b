import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf, newSecret } from '../../server/keys/secrets.ts'
import { notifications, sessions, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const renew = async (cookie: string) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/renew',
    headers: { cookie, origin: 'http://localhost:4600', 'sec-fetch-site': 'same-origin', 'user-agent': AGENT },
    payload: {},
  })
  const next = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { status: response.statusCode, token: response.json().token as string, cookie: next }
}
const reads = async (token: string) =>
  (await harness.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${token}` } })).statusCode
/** Sets the time of the last renewal back. */
const since = (token: string, interval: string) =>
  harness.store.db
    .update(sessions)
    .set({ rotatedAt: sql`now() - ${interval}::interval` })
    .where(eq(sessions.id, sidOf(token)))
const generationOf = async (token: string) => {
  const [row] = await harness.store.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, sidOf(token)))
  return row?.generation
}
const noticesOf = async (name: string) =>
  harness.store.db
    .select({ title: notifications.title, message: notifications.message, type: notifications.type })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(eq(users.name, name))

test('each renewal gives the session a new secret', async () => {
  const ada = await signedIn(harness, 'Ada')
  const seen = new Set([ada.cookie])
  let { cookie } = ada
  for (let round = 0; round < 5; round += 1) {
    const next = await renew(cookie)
    expect([next.status, await reads(next.token)]).toEqual([200, 200])
    cookie = next.cookie
    seen.add(cookie)
  }
  expect(seen.size).toBe(6)
})

test('tabs that renew concurrently, or within a minute, get the same secret', async () => {
  const bea = await signedIn(harness, 'Bea')
  const responses = await Promise.all([1, 2, 3, 4].map(() => renew(bea.cookie)))
  expect(new Set(responses.map(({ status, cookie }) => `${status} ${cookie}`)).size).toBe(1)
  await since(bea.token, '50 seconds')
  expect((await renew(bea.cookie)).cookie).toBe(responses[0]?.cookie)
  expect(await generationOf(bea.token)).toBe(1)
})

test('a stolen secret that is used after its owner has renewed ends the session and notifies the user', async () => {
  const cleo = await signedIn(harness, 'Cleo')
  const owner = await renew(cleo.cookie)
  expect(await reads(owner.token), 'the owner uses the new token').toBe(200)
  await since(cleo.token, '61 seconds')
  expect((await renew(cleo.cookie)).status, 'the thief uses the old secret').toBe(401)
  expect([await reads(owner.token), await reads(cleo.token)], 'ended at once for both').toEqual([401, 401])
  expect((await renew(owner.cookie)).status).toBe(401)
  const notices = (await noticesOf('Cleo')).filter(({ title }) => title === 'A session was ended')
  expect(notices).toMatchObject([
    {
      type: 'warning',
      message: expect.stringContaining('An old copy of its key was used by Firefox on Linux at 127.0.0.1'),
    },
  ])
  await expect
    .poll(async () => {
      const { mails } = (await harness.app.inject({ url: '/api/sandbox/mail', headers: { host: 'localhost' } })).json()
      return mails.map(({ to, subject }: { to: string; subject: string }) => `${to} ${subject}`)
    })
    .toContain('cleo@sandbox.test Longshore: A session was ended')
})

test('a thief who renews first is detected when the owner renews', async () => {
  const dan = await signedIn(harness, 'Dan')
  const thief = await renew(dan.cookie)
  expect(await reads(thief.token)).toBe(200)
  await since(dan.token, '10 minutes')
  expect((await renew(dan.cookie)).status).toBe(401)
  expect([await reads(thief.token), (await renew(thief.cookie)).status]).toEqual([401, 401])
})

test('an older secret ends the session even within a minute, and its user is notified once', async () => {
  const eve = await signedIn(harness, 'Eve')
  const second = await renew(eve.cookie)
  const third = await renew(second.cookie)
  await Promise.all([renew(eve.cookie), renew(eve.cookie)])
  expect(await reads(third.token)).toBe(401)
  expect((await noticesOf('Eve')).filter(({ title }) => title === 'A session was ended')).toHaveLength(1)
})

test('an unverified address gets no mail', async () => {
  const fay = await signedIn(harness, 'Fay')
  await harness.store.db.update(users).set({ emailVerified: false }).where(eq(users.name, 'Fay'))
  const next = await renew((await renew(fay.cookie)).cookie)
  expect([next.status, (await renew(fay.cookie)).status]).toEqual([200, 401])
  expect((await noticesOf('Fay')).map(({ title }) => title)).toContain('A session was ended')
  const { mails } = (await harness.app.inject({ url: '/api/sandbox/mail', headers: { host: 'localhost' } })).json()
  expect(mails.map(({ to }: { to: string }) => to)).not.toContain('fay@sandbox.test')
})

test('a lost renewal response does not end the session, even after three days', async () => {
  const gil = await signedIn(harness, 'Gil')
  const lost = await renew(gil.cookie)
  await since(gil.token, '3 days')
  const again = await renew(gil.cookie)
  expect([again.status, await reads(again.token)]).toEqual([200, 200])
  expect(again.cookie, 'the lost secret was replaced').not.toBe(lost.cookie)
  await since(gil.token, '61 seconds')
  expect((await renew(lost.cookie)).status).toBe(401)
})

test('a session ends 30 days after its login, however often it is renewed', async () => {
  const hal = await signedIn(harness, 'Hal')
  const began = (interval: string) =>
    harness.store.db
      .update(sessions)
      .set({ loggedInAt: sql`now() - ${interval}::interval` })
      .where(eq(sessions.id, sidOf(hal.token)))
  await began('29 days')
  const late = await renew(hal.cookie)
  const [row] = await harness.store.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, sidOf(hal.token)))
  expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThan(86_400_000 + 1000)
  await began('30 days')
  const last = await renew(late.cookie)
  expect(await reads(last.token)).toBe(401)
  expect((await renew(last.cookie)).status).toBe(401)
})

test('a command line gets its next secret with its token, and reusing an old secret ends its session', async () => {
  const ivy = await signedIn(harness, 'Ivy')
  const post = async (path: string, payload: object) => {
    const response = await harness.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
    return { status: response.statusCode, body: response.json() }
  }
  const { body: begun } = await post('cli/device', {})
  await ivy.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })
  const { body: entered } = await post('cli/token', { deviceCode: begun.deviceCode })
  const { body: next } = await post('renew', { secret: entered.secret })
  expect(next.secret).not.toBe(entered.secret)
  expect((await post('renew', { secret: entered.secret })).body.secret, 'a lost response is repeated').toBe(next.secret)
  const { body: third } = await post('renew', { secret: next.secret })
  expect(await reads(third.token)).toBe(200)
  expect((await post('renew', { secret: entered.secret })).status).toBe(401)
  expect(await reads(third.token)).toBe(401)
  expect(await reads(ivy.token), 'her browser stays signed in').toBe(200)
})

test.each([
  ['an invented secret', (_cookie: string) => `longshore_session=${newSecret(54)}`],
  [
    'a secret with another seal',
    (cookie: string) => cookie.slice(0, -8) + (cookie.endsWith('AAAAAAAA') ? 'B' : 'A').repeat(8),
  ],
  ['another generation under the same seal', (cookie: string) => cookie.replace(/^(.{18}.{22}).(.)/, '$1B$2')],
])('%s neither renews nor ends the session', async (_what, forge) => {
  const jon = await signedIn(harness, 'Jon')
  expect((await renew(forge(jon.cookie))).status).toBe(401)
  expect([await reads(jon.token), (await renew(jon.cookie)).status]).toEqual([200, 200])
})

test('a session of an earlier version renews with its old secret, whose reuse then ends the session', async () => {
  const kim = await signedIn(harness, 'Kim')
  const secret = newSecret()
  await harness.store.db
    .update(sessions)
    .set({ secretHash: hashOf(secret) })
    .where(eq(sessions.id, sidOf(kim.token)))
  const earlier = `longshore_session=${secret}`
  const next = await renew(earlier)
  expect([next.status, await reads(next.token)]).toEqual([200, 200])
  await since(kim.token, '61 seconds')
  expect((await renew(earlier)).status).toBe(401)
  expect(await reads(next.token)).toBe(401)
})
