import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWrongCodes } from '../../server/session/device/wrong-codes.ts'
import { deviceLogins, notifications, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

type SignedInUser = Awaited<ReturnType<typeof signedIn>>

const AGENT = 'longshore-cli/1.0'
const post = async (path: string, payload: object, address = '127.0.0.1') => {
  const response = await harness.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    remoteAddress: address,
    headers: { 'user-agent': AGENT },
  })
  return { status: response.statusCode, body: response.json() }
}
const begin = async (address?: string) => (await post('cli/device', {}, address)).body
const take = ({ deviceCode }: { deviceCode: string }) => post('cli/token', { deviceCode })
/** Moves the last poll back, as if the interval had passed. */
const later = ({ userCode }: { userCode: string }) =>
  harness.store.db
    .update(deviceLogins)
    .set({ polledAt: sql`now() - interval '6 seconds'` })
    .where(eq(deviceLogins.userCode, userCode.replace('-', '')))

test('an approved command line gets a token once, and renews it with its secret [A1.7, A2.19]', async () => {
  const ada = await signedIn(harness, 'Ada')
  const begun = await begin()
  expect(begun.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(begun.verificationUriComplete).toBe(`${begun.verificationUri}?code=${begun.userCode}`)
  expect([begun.expiresIn, begun.interval]).toEqual([600, 5])
  expect((await take(begun)).body.error).toBe('devicePending')

  const typed = begun.userCode.toLowerCase().replace('-', ' ')
  const seen = await ada.call('GET', `auth/cli/device?userCode=${encodeURIComponent(typed)}`)
  expect(seen.body.deviceLogin).toMatchObject({
    userCode: begun.userCode,
    device: 'longshore-cli',
    place: 'thisMachine',
  })
  const decided = await ada.call('POST', 'auth/cli/decision', { userCode: typed, approve: true })
  expect(decided.body).toEqual({ approved: true, email: 'ada@sandbox.test' })

  const { status, body } = await take(begun)
  expect([status, body.email]).toEqual([200, 'ada@sandbox.test'])
  expect((await take(begun)).body.error, 'only once').toBe('deviceExpired')
  const profile = await harness.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${body.token}` } })
  expect(profile.json().user.platformProfile.name).toBe('Ada')
  expect((await post('renew', { secret: body.secret })).body.token).toMatch(/^ey/)
  const { body: sessions } = await ada.call('GET', 'auth/sessions')
  const those = sessions.sessions.map(({ device, kind }: Record<string, string>) => `${device}, ${kind}`)
  expect(those).toContain('longshore-cli, commandLine')
  const condition = eq(notifications.title, 'A command line logged in')
  expect(await harness.store.db.$count(notifications, condition)).toBe(1)
})

test('a command line that polls too fast gets deviceSlowDown, and may poll again after the interval', async () => {
  const begun = await begin()
  expect((await take(begun)).body.error).toBe('devicePending')
  expect((await take(begun)).body.error).toBe('deviceSlowDown')
  await later(begun)
  expect((await take(begun)).body.error).toBe('devicePending')
})

test('a denied command line gets deviceDenied, and its code is used up', async () => {
  const bea = await signedIn(harness, 'Bea')
  const begun = await begin()
  const decide = (approve: boolean) => bea.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve })
  expect((await decide(false)).body.approved).toBe(false)
  expect((await take(begun)).body.error).toBe('deviceDenied')
  expect((await decide(true)).body.error).toBe('deviceUnknown')
})

test('of two concurrent decisions on one code, one succeeds', async () => {
  const users = await Promise.all([signedIn(harness, 'Cleo'), signedIn(harness, 'Dan')])
  const begun = await begin()
  const responses = await Promise.all(
    users.map(({ call }) => call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('an expired login is over for both sides', async () => {
  const eve = await signedIn(harness, 'Eve')
  const begun = await begin()
  await harness.store.db
    .update(deviceLogins)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(deviceLogins.userCode, begun.userCode.replace('-', '')))
  expect((await take(begun)).body.error).toBe('deviceExpired')
  expect((await eve.call('GET', `auth/cli/device?userCode=${begun.userCode}`)).body.error).toBe('deviceUnknown')
})

test('a user who is banned after the approval gets no token', async () => {
  const fay = await signedIn(harness, 'Fay')
  const begun = await begin()
  await fay.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })
  await harness.store.db.update(users).set({ bannedFor: 'spam' }).where(eq(users.name, 'Fay'))
  expect((await take(begun)).body.error).toBe('deviceDenied')
})

test.each([
  ['signs out everywhere else', 'signed-in-here', async (here: SignedInUser) => here.call('DELETE', 'auth/sessions')],
  ['signs out where they approved', 'signed-in-there', async (here: SignedInUser) => here.call('POST', 'auth/logout')],
] as const)('a user who %s invalidates a pending approval', async (_what, name, signOut) => {
  const user = await signedIn(harness, name)
  const begun = await begin()
  await user.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })
  expect((await signOut(user)).status).toBe(200)
  expect((await take(begun)).body.error).toBe('deviceDenied')
})

test('a user who guesses codes is blocked after ten, and no other user is', async () => {
  const gil = await signedIn(harness, 'Gil')
  const hal = await signedIn(harness, 'Hal')
  const begun = await begin()
  for (let guess = 0; guess < 10; guess += 1)
    expect((await gil.call('GET', 'auth/cli/device?userCode=BBBBBBBB')).body.error).toBe('deviceUnknown')
  expect((await gil.call('GET', `auth/cli/device?userCode=${begun.userCode}`)).body.error).toBe('tooMany')
  const decided = await gil.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })
  expect(decided.body.error).toBe('tooMany')
  expect((await hal.call('GET', `auth/cli/device?userCode=${begun.userCode}`)).status).toBe(200)
})

test('guesses are forgotten after ten minutes', () => {
  let nowMs = 0
  const wrong = createWrongCodes(() => nowMs)
  for (let guess = 0; guess < 10; guess += 1) wrong.add('gil')
  expect(wrong.areTooMany('gil')).toBe(true)
  nowMs = 600_000
  expect(wrong.areTooMany('gil')).toBe(false)
})

test.each([['AEIOUAEI'], ['BCDF'], ['BCDFGHJKL'], ['']])('%j is not a valid code', async (userCode) => {
  const ivy = await signedIn(harness, 'Ivy')
  expect((await ivy.call('POST', 'auth/cli/decision', { userCode, approve: true })).status).toBe(400)
})

test('neither device codes nor issued tokens are logged', async () => {
  const jon = await signedIn(harness, 'Jon')
  const begun = await begin()
  await jon.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: true })
  const { body } = await take(begun)
  const logged = harness.logged.join('')
  for (const secret of [begun.deviceCode, begun.userCode, body.token, body.secret]) expect(logged).not.toContain(secret)
})
