import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationEvents, organizations } from '../../server/store/schema.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
let owner: Awaited<ReturnType<typeof signedIn>>
let outsider: typeof owner
beforeAll(async () => {
  harness = await sessionHarness()
  owner = await signedIn(harness, 'owner')
  outsider = await signedIn(harness, 'stranger')
})
afterAll(() => harness.close())

const created = async (name: string) => (await owner.call('POST', 'organization', { name })).body.organization
const publish = (id: string) =>
  harness.store.db
    .update(organizations)
    .set({ publiclyAccessible: true })
    .where(eq(organizations.id, id as never))

test('[A7.24] [A1.2] [A3.2] [A5.4] an organisation has three sub-organisations, and its creator is the owner', async () => {
  const { status, body } = await owner.call('POST', 'organization', { name: 'Harbour & Sons, Ltd' })
  expect(status).toBe(200)
  expect(body.organization).toMatchObject({
    profile: { name: 'Harbour & Sons, Ltd', username: 'harbour-sons-ltd', image: null },
    preferedAppType: 'compute',
    publiclyAccessible: false,
    role: 'owner',
  })
  const { _id, site, compute, storage } = body.organization
  expect(new Set([_id, site._id, compute._id, storage._id]).size).toBe(4)
  for (const part of [_id, site._id, compute._id, storage._id]) {
    const read = await owner.call('GET', `organization/${part}`)
    expect(read).toMatchObject({ status: 200, body: { organization: { _id } } })
  }
})

test('[A9.7] [A4.5] the first organisation becomes the default, and a member can choose another', async () => {
  const chooser = await signedIn(harness, 'chooser')
  const [first, second] = [
    (await chooser.call('POST', 'organization', { name: 'chooser one' })).body.organization,
    (await chooser.call('POST', 'organization', { name: 'chooser two' })).body.organization,
  ]
  const { user } = (await chooser.call('GET', 'profile')).body
  expect(user.defaultOrganization).toBe(first._id)
  expect(user.organizations.map((item: { _id: string }) => item._id)).toEqual([first._id, second._id])
  const chosen = await chooser.call('PATCH', 'profile', { defaultOrganization: second._id })
  expect(chosen.body.user.defaultOrganization).toBe(second._id)
  const foreign = await outsider.call('PATCH', 'profile', { defaultOrganization: second._id })
  expect(foreign).toMatchObject({ status: 404, body: { error: 'organizationNotFound' } })
})

test.each([
  ['Taken Name', 'taken-name', 409, 'usernameTaken'],
  ['Compute', 'COMPUTE', 409, 'usernameReserved'],
  ['User', 'user', 409, 'usernameReserved'],
  ['signs only', '!!!', 400, 'invalid'],
  ['nothing', '   ', 400, 'invalid'],
])('[A2.22] a name like %s is rejected with a field error', async (name, requestedName, status, error) => {
  await owner.call('POST', 'organization', { name })
  const rejected = await owner.call('POST', 'organization', { name: requestedName })
  expect(rejected).toMatchObject({ status, body: { error, fields: [{ field: 'name' }] } })
})

test.each([
  ['Порт', 'port'],
  ['Zürich', 'zuerich'],
  ['Λιμάνι 港', 'limani'],
])('[A5.4] the organisation %s gets the username %s', async (name, username) => {
  expect((await created(name)).profile).toMatchObject({ name, username })
})

test('[A2.22] [A5.4] a username can be chosen for a new organisation, and a rejected one is an error of its field', async () => {
  const chosen = await owner.call('POST', 'organization', { name: '港', username: 'minato' })
  expect(chosen.body.organization.profile).toMatchObject({ name: '港', username: 'minato' })
  for (const [username, status, error] of [
    ['minato', 409, 'usernameTaken'],
    ['login', 409, 'usernameReserved'],
    ['Not One', 400, 'invalid'],
  ] as const) {
    const rejected = await owner.call('POST', 'organization', { name: 'Quay', username })
    expect(rejected).toMatchObject({ status, body: { error, fields: [{ field: 'username' }] } })
  }
  expect(await owner.call('POST', 'organization', { name: '港' })).toMatchObject({
    status: 400,
    body: { error: 'invalid', fields: [{ field: 'name' }] },
  })
})

test('ten concurrent requests with one name create one organisation', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => owner.call('POST', 'organization', { name: 'Wanted' })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
})

test('a repeated request with the same key creates one organisation and returns the same response', async () => {
  const create = () =>
    harness.app.inject({
      method: 'POST',
      url: '/api/organization',
      headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'press-1' },
      payload: { name: 'Pressed Twice' },
    })
  const [first, second] = await Promise.all([create(), create()])
  expect(first.statusCode).toBe(200)
  expect(second.json()).toEqual(first.json())
})

test('[A8.2] [A4.8] a private organisation returns 404 for outsiders and visitors, by id or by name', async () => {
  const { _id } = await created('Private Quay')
  for (const path of [`organization/${_id}`, 'organization?username=private-quay', 'organization?username=nowhere']) {
    const rejected = await outsider.call('GET', path)
    expect(rejected, path).toMatchObject({
      status: 404,
      body: { error: 'organizationNotFound', message: "Can't find this organisation" },
    })
  }
  expect((await harness.app.inject('/api/organization?username=private-quay')).statusCode).toBe(404)
  expect((await owner.call('GET', 'organization?username=private-quay')).body.organization.role).toBe('owner')
})

test('[A1.3] [A7.25] [A7.26] [A2.13] anyone can read a public organisation, and only members can change it', async () => {
  const { _id } = await created('Public Quay')
  await publish(_id)
  for (const url of [`/api/organization/${_id}`, '/api/organization?username=Public-Quay']) {
    const visited = await harness.app.inject(url)
    expect(visited.statusCode, url).toBe(200)
    expect(visited.json().organization).toMatchObject({ _id, role: null, publiclyAccessible: true })
  }
  expect((await outsider.call('PUT', `organization/${_id}`, { name: 'Mine' })).status).toBe(404)
  expect((await owner.call('GET', `organization/${_id}`)).body.organization.profile.name).toBe('Public Quay')
})

test('[A7.27] a new name does not change the address', async () => {
  const { _id } = await created('Old Name')
  const saved = await owner.call('PUT', `organization/${_id}`, { name: 'New Name' })
  expect(saved.body.organization.profile).toEqual({ name: 'New Name', username: 'old-name', image: null })
  const kept = await owner.call('PUT', `organization/${_id}`, {})
  expect(kept.body.organization.profile).toEqual(saved.body.organization.profile)
})

test('an organisation returns its latest event sequence', async () => {
  const { _id, sequence } = await created('Eventful')
  expect(sequence).toBe(0)
  await harness.store.db.update(organizations).set({ eventSequence: 41 }).where(eq(organizations.id, _id))
  expect((await owner.call('GET', `organization/${_id}`)).body.organization.sequence).toBe(41)
  expect(await harness.store.db.$count(organizationEvents, eq(organizationEvents.organizationId, _id))).toBe(0)
})
