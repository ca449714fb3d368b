import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TokenScope, tokenScopes } from '../../src/contract/access.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from '../server/organization-harness.ts'

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness()
})
afterAll(() => harness.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let made = 0
const crew = async () => {
  made += 1
  const [owner, member, viewer] = await Promise.all([
    harness.user(`Olga Owner ${made}`),
    harness.user(`Max Member ${made}`),
    harness.user(`Vera Viewer ${made}`),
  ])
  const id = await harness.organization(owner, `Scoped Quay ${made}`, [
    [member, 'member'],
    [viewer, 'viewer'],
  ])
  const organization: Organization = (await owner.call('GET', `organization/${id}`)).body.organization
  return { owner, member, viewer, id, organization }
}
type Crew = Awaited<ReturnType<typeof crew>>

const call = async (token: string, method: Method, path: string, payload?: object, headers = {}) => {
  const response = await harness.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}

const make = (of: TestUser, organizationId: string, scopes?: unknown) =>
  of.call('POST', 'api-keys', {
    name: 'a token',
    organizationId,
    expiresAt: null,
    ...(scopes !== undefined && { scopes }),
  })

const tokenOf = async (of: TestUser, organizationId: string, scopes?: readonly TokenScope[]): Promise<string> => {
  const { status, body } = await make(of, organizationId, scopes)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.apiKey.value
}

const uninvitedEmail = () => `stranger-${crypto.randomUUID()}@example.org`

/** What a deployment token could do before scopes existed, with the scope that it requires now. */
const operations: [string, TokenScope, (crew: Crew) => [Method, string, object?]][] = [
  ['invites', 'members', ({ id }) => ['POST', `organization/${id}/invites`, { userEmail: uninvitedEmail() }]],
  [
    'invites an owner',
    'members',
    ({ id }) => ['POST', `organization/${id}/invites`, { userEmail: uninvitedEmail(), roleGroupName: 'owner' }],
  ],
  [
    'promotes',
    'members',
    ({ id, viewer }) => [
      'POST',
      'role/setRoleGroupPermissions',
      { organizationId: id, roleGroupName: 'owner', userId: viewer.userId },
    ],
  ],
  [
    'demotes',
    'members',
    ({ id, member }) => [
      'POST',
      'role/setRoleGroupPermissions',
      { organizationId: id, roleGroupName: 'viewer', userId: member.userId },
    ],
  ],
  [
    'removes a member',
    'members',
    ({ id, member }) => ['DELETE', `organization/${id}/member`, { userId: member.userId }],
  ],
  [
    'ends the membership of its owner',
    'members',
    ({ id, owner }) => ['DELETE', `organization/${id}/member`, { userId: owner.userId }],
  ],
  [
    'changes the permissions of a role',
    'roles',
    ({ id }) => [
      'POST',
      'role/setRoleGroupPermissions',
      { organizationId: id, roleGroupName: 'viewer', permissions: ['members.write'] },
    ],
  ],
  ['publishes', 'visibility', ({ id }) => ['PATCH', `organization/${id}/public-access`, { publiclyAccessible: true }]],
  ['renames', 'settings', ({ id }) => ['PUT', `organization/${id}`, { name: 'Mine' }]],
  [
    'turns off notifications',
    'settings',
    ({ id }) => ['PATCH', `organization/${id}/notification-config`, { newNotificationCategories: [] }],
  ],
  ['reads the audit log', 'audit', ({ id }) => ['GET', `organization/${id}/audit`]],
  ['exports the audit log', 'audit', ({ id }) => ['GET', `organization/${id}/audit/export`]],
  ['reads bills', 'billing', ({ id }) => ['GET', `invoice-additional-info/${id}`]],
  [
    'changes the billing details',
    'billing',
    ({ id }) => ['POST', 'invoice-additional-info', { organizationId: id, companyName: 'Mine' }],
  ],
  ['deletes the organisation', 'deletion', ({ id }) => ['DELETE', `organization/${id}`]],
]

describe.each(['with default scopes', 'that is older than scopes'])('a deployment token %s', (age) => {
  test.each(operations)('never %s', async (_operation, scope, request) => {
    const one = await crew()
    const before = await harness.audit(one.id)
    const token = await tokenOf(one.owner, one.organization.compute._id)
    if (age === 'that is older than scopes')
      await harness.store.pool.query('update api_key set scopes = default where organization_id = $1', [one.id])
    const { status, body } = await call(token, ...request(one))
    expect([status, body.error]).toEqual([403, 'scopeMissing'])
    expect(body.message).toContain(scope)
    expect((await harness.audit(one.id)).slice(before.length)).toMatchObject([{ action: 'token.created' }])
    expect((await one.owner.call('GET', `organization/${one.id}`)).body.organization).toMatchObject({
      profile: { name: one.organization.profile.name },
      publiclyAccessible: false,
      invitedMembers: [],
      role: 'owner',
    })
  })
})

test("a token with read access sees members' names, but no e-mail addresses", async () => {
  const one = await crew()
  const emails = [one.owner, one.member, one.viewer].map(({ email }) => email)
  await harness.invite(one.owner, one.id, 'invited@example.org')
  const reading = await tokenOf(one.owner, one.id)
  for (const path of [`role/getUsersWithRoleGroups/${one.id}`, `organization/${one.id}`, `role/${one.id}`, 'profile']) {
    const { status, body } = await call(reading, 'GET', path)
    expect(status, path).toBe(200)
    for (const email of [...emails, 'invited@example.org']) expect(JSON.stringify(body), path).not.toContain(email)
  }
  const managing = await tokenOf(one.owner, one.id, ['read', 'members'])
  const { users } = (await call(managing, 'GET', `role/getUsersWithRoleGroups/${one.id}`)).body
  expect(users.map(({ email }: { email: string }) => email)).toEqual(emails)
})

test("a token sees only its owner's data that belongs to the organisation", async () => {
  const { owner, id, organization } = await crew()
  await harness.organization(owner, `Elsewhere ${made}`)
  await owner.call('PATCH', 'profile/preferences', { theme: 'light' })
  const { user } = (await call(await tokenOf(owner, id), 'GET', 'profile')).body
  expect(user).toMatchObject({
    platformProfile: { email: null },
    organizations: [{ _id: organization._id }],
    provider: { name: '' },
    providerProfiles: [],
    preferences: { theme: 'default', referralEnabled: false },
    notifications: { unreadCount: 0, sequence: 0 },
  })
  const blind = await tokenOf(owner, id, ['deploy'])
  expect((await call(blind, 'GET', 'profile')).body.user.organizations).toEqual([])
  expect((await call(blind, 'GET', `organization?username=${organization.profile.username}`)).status).toBe(404)
  for (const path of [
    'banner/toSee',
    'user-notification/paginated',
    'referral',
    'longshore-wallet',
    'auth/sessions',
    'invites',
  ])
    expect((await call(await tokenOf(owner, id, tokenScopes), 'GET', path)).body.error, path).toBe('sessionNeeded')
})

describe('a list of scopes', () => {
  test.each<[string, unknown]>([
    ['that is empty', []],
    ['with one that is unknown', ['read', 'everything']],
    ['with a permission in place of a scope', ['members.write']],
    ['with one twice', ['read', 'read']],
    ['that is longer than the number of scopes', Array(5000).fill('read')],
    ['that is no list', 'read'],
    ['that is an object', { 0: 'read', length: 1 }],
    ['that is null', null],
  ])('%s is rejected', async (_what, scopes) => {
    const { owner, id } = await crew()
    const { status, body } = await make(owner, id, scopes)
    expect(status).toBe(400)
    expect(body.fields[0].field).toMatch(/^scopes/)
    expect((await owner.call('GET', 'api-keys')).body.apiKeys).toEqual([])
  })

  test('is shown, recorded in the audit log, and cannot be changed', async () => {
    const { owner, id } = await crew()
    const { apiKey } = (await make(owner, id, ['members', 'read'])).body
    expect(apiKey.scopes).toEqual(['read', 'members'])
    expect((await harness.audit(id)).at(-1)).toMatchObject({ after: { scopes: ['members', 'read'] } })
    for (const method of ['PUT', 'PATCH', 'POST'] as const)
      expect((await owner.call(method, `api-keys/${apiKey.id}`, { scopes: tokenScopes })).status).toBe(404)
    expect((await owner.call('GET', 'api-keys')).body.apiKeys[0].scopes).toEqual(['read', 'members'])
  })
})

test('a token with every scope cannot create, list or delete tokens, or remove its owner', async () => {
  const { owner, id } = await crew()
  const token = await tokenOf(owner, id, tokenScopes)
  const whole = { name: 'more', organizationId: id, expiresAt: null, scopes: tokenScopes }
  expect((await call(token, 'POST', 'api-keys', whole)).body.error).toBe('sessionNeeded')
  expect((await call(token, 'GET', 'api-keys')).body.error).toBe('sessionNeeded')
  expect((await call(token, 'DELETE', 'api-keys', { apiKeyIds: [crypto.randomUUID()] })).body.error).toBe(
    'sessionNeeded',
  )
  expect((await call(token, 'DELETE', `organization/${id}/member`, { userId: owner.userId })).body.error).toBe(
    'sessionNeeded',
  )
})

test('a token cannot grant, remove or offer a role with more permissions than its own', async () => {
  const one = await crew()
  const token = await tokenOf(one.owner, one.id, ['read', 'logs', 'members'])
  const invite = (roleGroupName: string) =>
    call(token, 'POST', `organization/${one.id}/invites`, { userEmail: uninvitedEmail(), roleGroupName })
  expect((await invite('viewer')).status).toBe(200)
  for (const role of ['owner', 'admin', 'member', 'billing']) {
    const { status, body } = await invite(role)
    expect([status, body.error], role).toEqual([403, 'scopeMissing'])
  }
  expect((await invite('member')).body.message).toMatch(/billing.*deploy|deploy.*billing/)
  const promote = { organizationId: one.id, roleGroupName: 'owner', userId: one.viewer.userId }
  expect((await call(token, 'POST', 'role/setRoleGroupPermissions', promote)).body.error).toBe('scopeMissing')
  expect((await call(token, 'DELETE', `organization/${one.id}/member`, { userId: one.member.userId })).body.error).toBe(
    'scopeMissing',
  )
  const roles = await tokenOf(one.owner, one.id, ['roles'])
  const widen = {
    organizationId: one.id,
    roleGroupName: 'viewer',
    permissions: ['members.write', 'organization.delete'],
  }
  expect((await call(roles, 'POST', 'role/setRoleGroupPermissions', widen)).body.error).toBe('scopeMissing')
})

test('a token with every scope has no more permissions than its owner, also after the owner loses some', async () => {
  const one = await crew()
  const token = await tokenOf(one.viewer, one.id, tokenScopes)
  for (const [operation, , request] of operations) {
    const [method, path, payload] = request(one)
    if (operation === 'ends the membership of its owner') continue
    const { status, body } = await call(token, method, path, payload)
    expect([status, body.error], operation).toEqual([403, 'notAllowed'])
  }
  const admins = await tokenOf(one.member, one.id, tokenScopes)
  const give = (roleGroupName: string) =>
    one.owner.call('POST', 'role/setRoleGroupPermissions', {
      organizationId: one.id,
      roleGroupName,
      userId: one.member.userId,
    })
  await give('admin')
  await expect.poll(async () => (await call(admins, 'GET', `organization/${one.id}/audit`)).status).toBe(200)
  await give('viewer')
  await expect.poll(async () => (await call(admins, 'GET', `organization/${one.id}/audit`)).status).toBe(403)
})

test('a token of another app type cannot create projects, whatever its scopes', async () => {
  const { owner, id, organization } = await crew()
  const token = await tokenOf(owner, organization.site._id, tokenScopes)
  const project = { organizationId: id, name: 'harbour' }
  expect((await call(token, 'POST', 'compute-project/create', project)).body.error).toBe('wrongAppType')
  expect(
    (await call(token, 'POST', 'compute-project/create', { ...project, organizationId: organization.compute._id })).body
      .error,
  ).toBe('wrongAppType')
})

test("a token does not receive the stored response of another token's idempotency key", async () => {
  const { owner, id } = await crew()
  const wide = await tokenOf(owner, id, tokenScopes)
  const narrow = await tokenOf(owner, id)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { userEmail: uninvitedEmail(), roleGroupName: 'viewer' }
  const first = await call(wide, 'POST', `organization/${id}/invites`, body, headers)
  expect(first.status).toBe(200)
  expect((await call(narrow, 'POST', `organization/${id}/invites`, body, headers)).body.error).toBe('scopeMissing')
  expect((await call(wide, 'POST', `organization/${id}/invites`, body, headers)).body).toEqual(first.body)
})

test('the owner sees when and from which address a token was last used', async () => {
  const { owner, id } = await crew()
  const token = await tokenOf(owner, id)
  expect((await owner.call('GET', 'api-keys')).body.apiKeys[0]).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
  await harness.app.inject({
    url: '/api/profile',
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: '192.0.2.7',
  })
  expect((await owner.call('GET', 'api-keys')).body.apiKeys[0]).toMatchObject({
    lastUsedAt: expect.any(String),
    lastUsedFrom: '192.0.2.7',
  })
})
