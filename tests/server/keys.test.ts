import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaleToLoad } from '../scale-to-load.ts'
import { lockWaiters } from './lock-waiters.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const call = async (
  token: string,
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  path: string,
  payload?: object,
  headers: InjectOptions['headers'] = {},
) => {
  const response = await harness.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}
/** Creates a new user, also when a test is retried. */
const user = async (first: string) => {
  const name = `${first} ${randomUUID()}`
  const { token } = await signedIn(harness, name)
  const { body } = await call(token, 'POST', 'organization', { name: `${name} Harbour` })
  return { name, token, organization: body.organization }
}
const newKey = async (token: string, organizationId: string, expiresAt: string | null = null, name = 'deploys') =>
  (await call(token, 'POST', 'api-keys', { name, organizationId, expiresAt })).body.apiKey

test('[A7.12] [A7.13] [A3.7] [A5.3] a token is returned once, stored as a hash, and listed by its first characters', async () => {
  const { token, organization } = await user('Ada')
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const made = await newKey(token, organization.site._id, expiresAt)
  expect(made).toMatchObject({
    name: 'deploys',
    organizationId: organization.site._id,
    scope: { appType: 'site', profile: { name: organization.profile.name } },
    expiresAt,
  })
  expect(made.value).toMatch(/^lsk_[\w-]{86}$/)
  const { body } = await call(token, 'GET', 'api-keys')
  const { value, ...known } = made
  expect(body.apiKeys).toEqual([known])
  const profileOf = async (by: string) => (await call(by, 'GET', 'profile')).body.user
  expect((await profileOf(token)).tokens, 'the profile lists them too [A3.1]').toEqual([known])
  expect(await profileOf(value), 'but not to a program').toMatchObject({ tokens: [], banner: null })
  expect(value.startsWith(known.start)).toBe(true)
  const { rows } = await harness.store.pool.query('select k::text as kept from api_key k')
  expect(rows.map(({ kept }) => kept).join()).not.toContain(value)
})

test('a repeated request creates one token, and its value is not returned again', async () => {
  const { token, organization } = await user('Bea')
  const press = () =>
    call(
      token,
      'POST',
      'api-keys',
      { name: 'once', organizationId: organization._id, expiresAt: null },
      { 'idempotency-key': 'press-1' },
    )
  const first = await press()
  const again = await press()
  expect([first.status, again.status]).toEqual([200, 409])
  expect(again.body.error).toBe('responseAlreadyReturned')
  expect((await call(token, 'GET', 'api-keys')).body.apiKeys).toHaveLength(1)
  const { rows } = await harness.store.pool.query('select response::text as kept from idempotency_key')
  expect(rows.map(({ kept }) => kept).join()).not.toContain('lsk_')
})

test('[A5.3] a missing or past value is rejected at its field; a token needs membership of the organisation', async () => {
  const { token, organization } = await user('Cleo')
  const outsider = await user('Dan')
  const fields = async (payload: object) =>
    ((await call(token, 'POST', 'api-keys', payload)).body.fields ?? []).map(({ field }: { field: string }) => field)
  const whole = { name: 'x', organizationId: organization._id, expiresAt: null }
  expect(await fields({ ...whole, name: ' ' })).toEqual(['name'])
  expect(await fields({ ...whole, name: '\ud800' })).toEqual(['name'])
  expect(await fields({ ...whole, expiresAt: new Date(0).toISOString() })).toEqual(['expiresAt'])
  expect(await fields({ ...whole, expiresAt: '9999-12-31T23:59:59-23:00' })).toEqual(['expiresAt'])
  expect(await fields({ name: 'x', organizationId: organization._id })).toEqual(['expiresAt'])
  const foreign = { ...whole, organizationId: outsider.organization._id }
  expect((await call(token, 'POST', 'api-keys', foreign)).status).toBe(404)
  expect((await call(token, 'POST', 'api-keys', { ...whole, organizationId: randomUUID() })).status).toBe(404)
})

test('a token acts as its user in its organisation, sees no other, and cannot change the user', async () => {
  const { name, token, organization } = await user('Eve')
  const { body } = await call(token, 'POST', 'organization', { name: `${name} Elsewhere` })
  const { value } = await newKey(token, organization.compute._id)
  const profile = await call(value, 'GET', 'profile')
  expect(profile.body.user.organizations.map(({ _id }: { _id: string }) => _id)).toEqual([organization._id])
  expect((await call(value, 'GET', `organization/${organization._id}`)).status).toBe(200)
  expect((await call(value, 'GET', `organization/${body.organization._id}`)).status).toBe(404)
  expect((await call(value, 'PUT', 'profile', { name: 'Mallory' })).body.error).toBe('sessionNeeded')
  expect((await call(value, 'GET', 'api-keys')).body.error).toBe('sessionNeeded')
  expect(
    (await call(value, 'POST', 'api-keys', { name: 'more', organizationId: organization._id, expiresAt: null })).status,
  ).toBe(403)
})

test('a user has at most 200 tokens, also when they are created concurrently for several organisations', async () => {
  const { name, token, organization } = await user('Ike')
  const { body } = await call(token, 'POST', 'organization', { name: `${name} Elsewhere` })
  const { pool } = harness.store
  await pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start)
     select user_id, organization_id, 'compute', 'k', organization_id || ' ' || n, 'lsk_' from member, generate_series(1, 199) n
     where organization_id = $1`,
    [organization._id],
  )
  const before = await pool.connect()
  await before.query('begin')
  await before.query(
    'select 1 from "user" where id in (select user_id from member where organization_id = $1) for update',
    [organization._id],
  )
  const requests = [organization, body.organization].map(({ _id }) =>
    call(token, 'POST', 'api-keys', { name: 'one more', organizationId: _id, expiresAt: null }),
  )
  await expect.poll(() => lockWaiters(pool)).toBe(2)
  await before.query('commit')
  before.release()
  const made = await Promise.all(requests)
  expect(made.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('[A7.14] many tokens are deleted at once, only the user’s own, and are rejected within a second', async () => {
  const mine = await user('Fay')
  const theirs = await user('Gil')
  const keys = await Promise.all(
    [1, 2].map((number) => newKey(mine.token, mine.organization._id, null, `key ${number}`)),
  )
  const foreign = await newKey(theirs.token, theirs.organization._id)
  for (const { value } of keys) expect((await call(value, 'GET', 'profile')).status).toBe(200)
  const ids = [...keys, foreign].map(({ id }) => id)
  expect((await call(mine.token, 'DELETE', 'api-keys', { apiKeyIds: ids })).body).toEqual({ deleted: 2 })
  for (const { value } of keys)
    await expect
      .poll(async () => (await call(value, 'GET', 'profile')).status, { timeout: scaleToLoad(1000), interval: 20 })
      .toBe(401)
  expect((await call(foreign.value, 'GET', 'profile')).status).toBe(200)
})

test('an expired token is rejected, and its last use is recorded', async () => {
  const { token, organization } = await user('Hal')
  const { value, id } = await newKey(token, organization._id, new Date(Date.now() + 60_000).toISOString())
  expect((await call(value, 'GET', 'profile')).status).toBe(200)
  const [known] = (await call(token, 'GET', 'api-keys')).body.apiKeys
  expect(Date.now() - Date.parse(known.lastUsedAt)).toBeLessThan(60_000)
  await harness.store.pool.query('update api_key set expires_at = now() where id = $1', [id])
  await expect
    .poll(async () => (await call(value, 'GET', 'profile')).status, { timeout: scaleToLoad(1000), interval: 20 })
    .toBe(401)
})
