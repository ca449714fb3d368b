import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeal } from '../../server/keys/seal.ts'
import { gitAuthorizations, members } from '../../server/store/schema.ts'
import { type GitProvider, gitProviders } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'
import { testBrowser } from './test-browser.ts'

const SECRET = 'a secret of these tests, long enough'
const AUTHORIZED = /^\/\w+\/callback\/auth/
const CALLBACK = /^\/api\/auth\/\w+\/callback/

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

/** Signs in a user with an organisation of their own, in a browser. */
const owner = async (name: string) => {
  const user = await signedIn(harness, name, 'google')
  const { body } = await user.call('POST', 'organization', { name: `Of ${name}` })
  const browser = testBrowser(harness.origin)
  browser.setCookie(user.cookie)
  return { ...user, browser, organization: body.organization as { _id: string; compute: { _id: string } } }
}
type Owner = Awaited<ReturnType<typeof owner>>

const leave = ({ browser }: Pick<Owner, 'browser'>, provider: string, id: string, stop = AUTHORIZED) =>
  browser.open(`/api/git-meta/${provider}/app/auth/${id}`, stop)

/** Goes to the provider, enters a name there, and returns the page of the console that opens then. */
const grant = async (user: Owner, provider: GitProvider, as: string, id = user.organization._id) => {
  const page = await leave(user, provider, id)
  const { url } = await user.browser.send(page, { name: as }, AUTHORIZED)
  return `${url.pathname}${url.search}`
}
const stored = () => harness.store.db.select().from(gitAuthorizations)

test('[A2.17] [A7.42] [A1.1] a member grants access at each git provider, and returns to the page that reports it', async () => {
  const user = await owner('Gita')
  for (const provider of gitProviders)
    expect(await grant(user, provider, 'Gita at Git')).toBe(`/${provider}/callback/auth`)
  const rows = await stored()
  expect(rows.map(({ provider }) => provider).sort()).toEqual(['bitbucket', 'github', 'gitlab'])
  for (const { organizationId, userId, provider, tokens, subject } of rows) {
    expect(organizationId).toBe(user.organization._id)
    expect(subject).toMatch(/^sandbox:/)
    const opened = createSeal(SECRET, 'git-authorizations').open(tokens, `${organizationId}/${userId}/${provider}`)
    expect(JSON.parse(opened ?? '{}').accessToken).toMatch(/^[\w-]{20,}$/)
  }
  const { entries } = (await user.call('GET', 'auth/security-log')).body
  expect(entries.filter(({ action }: { action: string }) => action === 'repositories.granted')).toHaveLength(3)
})

test('[A2.17] a repeated grant replaces the first, and the id of a sub-organisation leads to its organisation', async () => {
  const user = await owner('Hilda')
  await grant(user, 'github', 'Hilda')
  await grant(user, 'github', 'Hilda elsewhere', user.organization.compute._id)
  const own = (await stored()).filter(({ organizationId }) => organizationId === user.organization._id)
  expect(own).toHaveLength(1)
})

test('the provider is asked for repositories, which a sign-in never asks for', async () => {
  const user = await owner('Ines')
  const scopeOf = async (path: string) => {
    const { headers } = await user.browser.request(path)
    return new URL(headers.get('location') ?? '', harness.origin).searchParams.get('scope')
  }
  expect(await scopeOf(`/api/auth/github/app/auth/${user.organization._id}`)).toContain('repo')
  expect(await scopeOf('/api/auth/github/login')).not.toContain('repo')
})

test('without a session, for another organisation, and after a cancelled grant, the page names the error', async () => {
  const [user, other] = [await owner('Jana'), await owner('Kolja')]
  const end = async (page: ReturnType<typeof leave>) => (await page).url.search
  expect(await end(leave({ browser: testBrowser(harness.origin) }, 'github', user.organization._id))).toBe(
    '?error=sign_in_failed',
  )
  expect(await end(leave(other, 'github', user.organization._id))).toBe('?error=authorization_not_allowed')
  const page = await leave(user, 'gitlab', user.organization._id)
  const { url } = await user.browser.send(page, { cancel: '1' }, AUTHORIZED)
  expect(`${url.pathname}${url.search}`).toBe('/gitlab/callback/auth?error=sign_in_cancelled')
  expect((await stored()).filter(({ organizationId }) => organizationId === user.organization._id)).toEqual([])
})

test('a member who leaves while at the provider grants nothing, and a membership’s end deletes its grants', async () => {
  const user = await owner('Lars')
  await grant(user, 'github', 'Lars')
  const page = await leave(user, 'bitbucket', user.organization._id)
  const back = await user.browser.send(page, { name: 'Lars' }, CALLBACK)
  await harness.store.db.delete(members)
  const { url } = await user.browser.open(back.url, AUTHORIZED)
  expect(url.search).toBe('?error=authorization_not_allowed')
  expect(await stored()).toEqual([])
})

test('a provider without repositories is not found, and a malformed organisation leads to the page that explains it', async () => {
  const open = (provider: string, id: string) => harness.app.inject(`/api/git-meta/${provider}/app/auth/${id}`)
  expect((await open('google', crypto.randomUUID())).statusCode).toBe(404)
  const { statusCode, headers } = await open('github', 'installation-7')
  expect([statusCode, headers.location]).toEqual([302, '/github/callback/auth?error=authorization_not_allowed'])
})

test('a link on another site starts nothing', async () => {
  const user = await owner('Mona')
  const response = await user.browser.request(`/api/auth/github/app/auth/${user.organization._id}`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(403)
})

const granted = async ({ call }: Owner) => (await call('GET', 'git-meta/app/auth')).body.authorizations
const revoke = ({ call }: Owner, id: string, provider = 'github') =>
  call('DELETE', `git-meta/${provider}/app/auth/${id}`)
const actionsOf = async ({ call }: Owner) =>
  (await call('GET', 'auth/security-log')).body.entries.map(({ action }: { action: string }) => action)

describe('revoking', () => {
  test('a user lists the access that they granted, and revokes it for one organisation and provider', async () => {
    const user = await owner('Nele')
    await grant(user, 'github', 'Nele at Git')
    await grant(user, 'gitlab', 'Nele at Git')
    const list = await granted(user)
    expect(list).toEqual([
      expect.objectContaining({ provider: 'gitlab', organizationId: user.organization._id }),
      expect.objectContaining({
        provider: 'github',
        organization: { profile: expect.objectContaining({ name: 'Of Nele' }) },
      }),
    ])
    expect(JSON.stringify(list)).not.toContain('token')
    expect((await revoke(user, user.organization._id)).status).toBe(200)
    expect(await granted(user)).toEqual([list[0]])
    expect((await stored()).filter(({ organizationId }) => organizationId === user.organization._id)).toHaveLength(1)
    expect((await actionsOf(user)).slice(0, 3)).toEqual([
      'repositories.revoked',
      'repositories.granted',
      'repositories.granted',
    ])
  })

  test('every tab is notified of a grant and of its end', async () => {
    const user = await owner('Olga')
    await grant(user, 'github', 'Olga at Git')
    await revoke(user, user.organization._id)
    const { notifications } = (await user.call('GET', 'user-notification/paginated?skip=0&limit=2')).body
    expect(notifications.map(({ title }: { title: string }) => title)).toEqual([
      'Access to repositories was revoked',
      'Access to repositories was granted',
    ])
    for (const { additionalData } of notifications) expect(additionalData).toEqual({ subject: 'repositories' })
  })

  test('nobody revokes another user’s grant, and a second revocation finds none', async () => {
    const [user, outsider] = [await owner('Paul'), await owner('Quentin')]
    await grant(user, 'github', 'Paul at Git')
    const { _id: id } = user.organization
    expect(await granted(outsider)).toEqual([])
    expect((await revoke(outsider, id)).status).toBe(404)
    expect((await revoke(user, id, 'gitlab')).status).toBe(404)
    expect((await revoke(user, id, 'google')).status).toBe(400)
    expect(await granted(user)).toHaveLength(1)
    expect((await revoke(user, id)).status).toBe(200)
    expect((await revoke(user, id)).status).toBe(404)
  })

  test('of two revocations at once one succeeds, and the log has one entry', async () => {
    const user = await owner('Rosa')
    await grant(user, 'github', 'Rosa at Git')
    const results = await Promise.all(Array.from({ length: 4 }, () => revoke(user, user.organization._id)))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect((await actionsOf(user)).filter((action: string) => action === 'repositories.revoked')).toHaveLength(1)
  })

  test('access can be granted again after it was revoked', async () => {
    const user = await owner('Sven')
    await grant(user, 'github', 'Sven at Git')
    await revoke(user, user.organization._id)
    await grant(user, 'github', 'Sven at Git')
    expect(await granted(user)).toHaveLength(1)
  })
})
