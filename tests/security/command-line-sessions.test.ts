import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceLogins, sessions } from '../../server/store/schema.ts'
import { factorUsers } from '../server/factor-harness.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'

let harness: SessionHarness
let users: ReturnType<typeof factorUsers>
beforeAll(async () => {
  harness = await sessionHarness()
  users = factorUsers(harness)
})
afterAll(() => harness.close())

type User = ReturnType<typeof users.as>

const begin = async () =>
  (await users.send('POST', 'auth/cli/device', { payload: {} })).body as { deviceCode: string; userCode: string }
const approve = (by: User, { userCode }: { userCode: string }) =>
  by.call('POST', 'auth/cli/decision', { userCode, approve: true })
const take = ({ deviceCode }: { deviceCode: string }) =>
  users.send('POST', 'auth/cli/token', { payload: { deviceCode } })

/** Signs a command line in with the approval of a session's user. */
const approveCommandLine = async (by: User) => {
  const begun = await begin()
  expect((await approve(by, begun)).status).toBe(200)
  const { status, body } = await take(begun)
  expect(status).toBe(200)
  return { ...users.as(body.token as string), secret: body.secret as string }
}
const sidOf = ({ token }: { token: string }): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const rowOf = async (user: { token: string }) => {
  const [row] = await harness.store.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, sidOf(user)))
  if (!row) throw new Error('No session')
  return row
}
/** Sets the time of the session's login back. */
const loggedIn = (user: { token: string }, ago: string) =>
  harness.store.db
    .update(sessions)
    .set({ loggedInAt: sql`now() - ${ago}::interval` })
    .where(eq(sessions.id, sidOf(user)))
const reads = async (user: User) => (await user.call('GET', 'profile')).status

test.each(['11 minutes', '1 minute'])('a command line cannot add a first factor, %s after the login', async (ago) => {
  const stolen = await users.newUser(`Ada ${ago}`)
  await loggedIn(stolen, ago)
  const commandLine = await approveCommandLine(stolen)
  expect((await commandLine.call('GET', 'auth/factors')).body).toMatchObject({ needsFreshSignIn: true })
  for (const path of ['auth/totp', 'auth/passkeys/options'])
    expect((await commandLine.call('POST', path)).body.error).toBe('freshSignInNeeded')
})

test('a command line cannot approve another one, but can deny it', async () => {
  const commandLine = await approveCommandLine(await users.newUser('Bea'))
  const begun = await begin()
  expect(await approve(commandLine, begun)).toMatchObject({
    status: 403,
    body: {
      error: 'browserNeeded',
      message: 'A command line cannot approve another one. Log in to the console and approve it there.',
    },
  })
  expect((await take(begun)).body.error).toBe('devicePending')
  const kept = await commandLine.call('POST', 'auth/cli/decision', { userCode: begun.userCode, approve: false })
  expect(kept.body).toMatchObject({ approved: false })
})

test('a command line that was approved by another one in an earlier version gets no session', async () => {
  const commandLine = await approveCommandLine(await users.newUser('Cleo'))
  const begun = await begin()
  const { userId, id: sessionId } = await rowOf(commandLine)
  await harness.store.db
    .update(deviceLogins)
    .set({ status: 'approved', userId, sessionId })
    .where(eq(deviceLogins.userCode, begun.userCode.replace('-', '')))
  expect((await take(begun)).body.error).toBe('deviceDenied')
})

test("a command line's session ends 30 days after the login that approved it, however often it is renewed", async () => {
  const browser = await users.newUser('Dan')
  await loggedIn(browser, '29 days')
  const commandLine = await approveCommandLine(browser)
  const renewed = await users.send('POST', 'auth/renew', { payload: { secret: commandLine.secret } })
  expect(renewed.status).toBe(200)
  const [began, row] = [await rowOf(browser), await rowOf(commandLine)]
  expect(row.loggedInAt).toEqual(began.loggedInAt)
  expect(row.createdAt.getTime(), 'createdAt is the time of approval').toBeGreaterThan(Date.now() - 60_000)
  expect(row.expiresAt.getTime() - Date.now()).toBeLessThan(86_400_000 + 1000)
})

test('a command line does not inherit the step-up of the session that approved it', async () => {
  const browser = await users.newUser('Eve')
  await users.addTotp(browser)
  const commandLine = await approveCommandLine(browser)
  expect((await rowOf(commandLine)).steppedUpAt).toBeNull()
  expect((await commandLine.call('DELETE', 'auth/totp')).body.error).toBe('stepUpNeeded')
})

test('a stolen session of a user with a second factor cannot approve a command line without a step-up', async () => {
  const stolen = await users.newUser('Fay')
  await users.addTotp(stolen)
  await users.expireStepUps()
  expect((await approve(stolen, await begin())).body.error).toBe('stepUpNeeded')
})

test("a command line's session ends with the login of the session that approved it", async () => {
  const stays = await signedIn(harness, 'Gil', 'github')
  const leaves = await signedIn(harness, 'Gil', 'gitlab')
  const [staying, leaving] = [
    await approveCommandLine(users.as(stays.token)),
    await approveCommandLine(users.as(leaves.token)),
  ]
  const late = await begin()
  expect((await approve(users.as(leaves.token), late)).status).toBe(200)
  expect((await stays.call('DELETE', 'auth/gitlab/login-connection', {})).status).toBe(200)
  expect([await reads(staying), await reads(leaving)]).toEqual([200, 401])
  expect((await users.send('POST', 'auth/renew', { payload: { secret: leaving.secret } })).status).toBe(401)
  expect((await take(late)).body.error).toBe('deviceDenied')
})

test("a command line's session ends with the passkey of the session that approved it", async () => {
  const user = await users.newUser('Hal')
  const { passkey, id } = await users.addPasskey(user)
  const options = await users.send('POST', 'auth/passkey/options')
  const signed = users.authenticator.sign(passkey, options.body.options as never)
  const arrived = await users.send('POST', 'auth/passkey', {
    payload: { passkey: signed },
    headers: { cookie: options.cookie },
  })
  expect(arrived.status).toBe(200)
  const browser = users.as(arrived.body.token as string)
  await users.stepUpWithPasskey(browser, passkey)
  const commandLine = await approveCommandLine(browser)
  expect(await reads(commandLine)).toBe(200)
  expect((await user.call('DELETE', `auth/passkeys/${id}`)).status).toBe(200)
  expect(await reads(commandLine)).toBe(401)
})

test('a command line that collects its session while its login is disconnected gets no lasting session', async () => {
  const stays = await signedIn(harness, 'Ivy', 'github')
  for (let round = 0; round < 5; round += 1) {
    const leaves = await signedIn(harness, 'Ivy', 'gitlab')
    const begun = await begin()
    expect((await approve(users.as(leaves.token), begun)).status).toBe(200)
    const [taken, left] = await Promise.all([take(begun), stays.call('DELETE', 'auth/gitlab/login-connection', {})])
    expect(left.status).toBe(200)
    const token = taken.body.token as string | undefined
    if (token !== undefined) expect(await reads(users.as(token))).toBe(401)
  }
})
