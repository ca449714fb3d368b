import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginConnections, users } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

test('[A7.2] [A3.1] a new user has a profile, a connection, no organisation, and may deploy', async () => {
  const ada = await signedIn(harness, 'Ada Lovelace')
  const { status, body } = await ada.call('GET', 'profile')
  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    platformProfile: {
      username: 'ada-lovelace',
      name: 'Ada Lovelace',
      email: 'ada-lovelace@sandbox.test',
      avatar: null,
      role: 'user',
    },
    preferences: { theme: 'dark', referralEnabled: false },
    organizations: [],
    defaultOrganization: null,
    provider: { name: 'github' },
    providerProfiles: [{ providerName: 'github', name: 'Ada Lovelace', username: 'ada-lovelace' }],
    canDeploy: true,
  })
})

test('[A7.1] the profile is rejected with a message without a token and with an ended one', async () => {
  const visitor = await harness.app.inject('/api/profile')
  expect(visitor.statusCode).toBe(401)
  expect(visitor.json()).toMatchObject({ error: 'notSignedIn', message: 'Log in to continue.' })
})

test('[A4.4] signing out ends that session at once, and the user’s other sessions stay', async () => {
  const [here, there] = [await signedIn(harness, 'leaver'), await signedIn(harness, 'leaver')]
  expect((await here.call('GET', 'profile')).status).toBe(200)
  expect((await here.call('POST', 'auth/logout')).status).toBe(200)
  const after = await here.call('GET', 'profile')
  expect(after).toMatchObject({ status: 401, body: { error: 'sessionEnded' } })
  expect((await there.call('GET', 'profile')).status).toBe(200)
})

test('[A7.3] [A7.4] [A4.13] a profile is changed field by field', async () => {
  const user = await signedIn(harness, 'changer')
  const saved = await user.call('PUT', 'profile', { username: 'changed', name: 'Changed' })
  expect(saved.body.user.platformProfile).toMatchObject({
    username: 'changed',
    name: 'Changed',
    email: 'changer@sandbox.test',
  })
  const onboarded = await user.call('PATCH', 'profile', { name: 'Again', email: 'changer@sandbox.test' })
  expect(onboarded.body.user.platformProfile).toMatchObject({ username: 'changed', name: 'Again' })
})

test('a username belongs to one user only', async () => {
  const [first, second] = [await signedIn(harness, 'first one'), await signedIn(harness, 'second one')]
  const taken = await second.call('PUT', 'profile', { username: 'first-one' })
  expect(taken).toMatchObject({ status: 409, body: { error: 'usernameTaken', fields: [{ field: 'username' }] } })
  expect((await first.call('PUT', 'profile', { username: 'first-one' })).status).toBe(200)

  const responses = await Promise.all(
    [first, second].map((user) => user.call('PUT', 'profile', { username: 'wished' })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
})

/** Creates a user whose stored address differs from the provider’s; with `wallet` they signed up by wallet. */
const withEmail = async (name: string, email: string | null, { wallet = false, isProved = false } = {}) => {
  const user = await signedIn(harness, name)
  const [row] = await harness.store.db
    .update(users)
    .set({ email, emailVerified: isProved })
    .where(eq(users.username, name))
    .returning()
  if (!row) throw new Error('The user does not exist.')
  if (wallet)
    await harness.store.db
      .update(loginConnections)
      .set({ provider: 'metamask' })
      .where(eq(loginConnections.userId, row.id))
  return user
}
const badEmail = { status: 400, body: { error: 'invalid', fields: [{ field: 'email' }] } }

test('[A4.13] [A5.11] only a wallet user can replace an invalid e-mail address, by one that is not in use', async () => {
  const user = await withEmail('walleter', 'with+plus@example.org', { wallet: true })
  expect(await user.call('PATCH', 'profile', { email: 'Ada-Lovelace@sandbox.test' })).toMatchObject(badEmail)
  const given = await user.call('PUT', 'profile', { email: 'walleter@example.org' })
  expect(given.body.user.platformProfile.email).toBe('walleter@example.org')
  expect(await user.call('PUT', 'profile', { email: 'other@example.org' })).toMatchObject(badEmail)

  const other = await withEmail('provided', 'provided+tag@example.org')
  expect(await other.call('PUT', 'profile', { email: 'provided@example.org' })).toMatchObject(badEmail)
})

test('[A4.13] a verified e-mail address cannot be replaced', async () => {
  for (const wallet of [true, false]) {
    const proved = { wallet, isProved: true }
    const user = await withEmail(`proved-${wallet}`, `proved-${wallet}+tag@example.org`, proved)
    for (const method of ['PUT', 'PATCH'] as const)
      expect(await user.call(method, 'profile', { email: `proved-${wallet}@example.org` })).toMatchObject(badEmail)
    expect(await user.call('PUT', 'profile', { email: null })).toMatchObject(badEmail)
  }
})

test('[A2.8] a user without an e-mail address can set one', async () => {
  const user = await withEmail('mailer', null)
  expect((await user.call('GET', 'profile')).body.user.canDeploy).toBe(false)
  const given = await user.call('PATCH', 'profile', { email: 'mailer@example.org' })
  expect(given.body.user).toMatchObject({ platformProfile: { email: 'mailer@example.org' }, canDeploy: true })
})

test.each([[null], ['opal+tag@gmail.com']])(
  '[A7.3] a whole profile with the address %j can be saved as it was read',
  async (email) => {
    const user = await withEmail(`opal-${email === null}`, email, { isProved: email !== null })
    const { username, name, avatar } = (await user.call('GET', 'profile')).body.user.platformProfile
    const saved = await user.call('PUT', 'profile', { username, name: `${name} Again`, avatar, email })
    expect(saved).toMatchObject({ status: 200, body: { user: { platformProfile: { name: `${name} Again`, email } } } })
  },
)

test('an unverified e-mail address does not block another user, and moves to the user who verifies it', async () => {
  const typed = { email: 'Proved-later@sandbox.test' }
  const without = async (name: string) => {
    const user = await signedIn(harness, name)
    await harness.store.db.update(users).set({ email: null, emailVerified: false }).where(eq(users.username, name))
    return user
  }
  const email = async ({ call }: { call: typeof squatter.call }) =>
    (await call('GET', 'profile')).body.user.platformProfile.email
  const [squatter, another] = [await without('squatter'), await without('another-squatter')]
  for (const user of [squatter, another]) expect((await user.call('PATCH', 'profile', typed)).status).toBe(200)

  const owner = await signedIn(harness, 'Proved later')
  expect(await email(owner)).toBe('proved-later@sandbox.test')
  expect([await email(squatter), await email(another)]).toEqual([null, null])
  const { notifications } = (await squatter.call('GET', 'user-notification/paginated')).body
  expect(notifications[0]).toMatchObject({ type: 'warning', title: 'Your e-mail address was removed' })
  expect((await squatter.call('PATCH', 'profile', typed)).status, 'the verified address is now in use').toBe(400)
})

test.each([['not an address'], ['a@b'], ['a@b.toolongsuffix']])(
  '[A5.1] %j is not a valid e-mail address',
  async (email) => {
    const user = await withEmail('nobody', null)
    expect(await user.call('PATCH', 'profile', { email })).toMatchObject(badEmail)
  },
)

test('[A7.5] [A2.32] the theme is saved with the profile', async () => {
  const user = await signedIn(harness, 'painter')
  const saved = await user.call('PATCH', 'profile/preferences', { theme: 'light' })
  expect(saved.body.user.preferences.theme).toBe('light')
  expect((await user.call('PATCH', 'profile/preferences', { theme: 'blue' })).status).toBe(400)
  expect((await user.call('GET', 'profile')).body.user.preferences.theme).toBe('light')
})

test('[A7.6] [A3.8] a new user is welcomed once, and reads notifications page by page', async () => {
  const user = await signedIn(harness, 'newcomer')
  await signedIn(harness, 'newcomer')
  const { body } = await user.call('GET', 'user-notification/paginated')
  expect(body).toMatchObject({
    notifications: [{ title: 'Welcome to Longshore', type: 'info', read: false, sequence: 1 }],
    totalCount: 1,
  })
  const beyond = await user.call('GET', 'user-notification/paginated?skip=1&limit=1')
  expect(beyond.body).toMatchObject({ notifications: [], totalCount: 1 })
})
