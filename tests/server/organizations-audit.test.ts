import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'

let harness: OrganizationHarness
let owner: TestUser
let admin: TestUser
let id: OrganizationId
beforeAll(async () => {
  harness = await organizationHarness()
  owner = await harness.user('Olive Owner')
  admin = await harness.user('Adam Admin')
  id = await harness.organization(owner, 'Watched', [[admin, 'admin']])
  await owner.call('PUT', `organization/${id}`, { name: '100%_sure' })
  await harness.invite(admin, id, 'one@example.org')
  await harness.invite(owner, id, 'other@example.org')
})
afterAll(() => harness.close())

const read = async (query = ''): Promise<{ entries: AuditEntry[]; totalCount: number }> =>
  (await admin.call('GET', `organization/${id}/audit${query}`)).body
const actions = async (query: string) => (await read(query)).entries.map(({ action }) => action)

test('an entry contains actor, target, before, after and address, newest first', async () => {
  const { entries, totalCount } = await read()
  expect(totalCount).toBe(4)
  expect(entries.map(({ action }) => action)).toEqual([
    'invite.sent',
    'invite.sent',
    'organization.renamed',
    'organization.created',
  ])
  expect(entries[2]).toEqual({
    number: expect.any(Number),
    at: expect.any(String),
    action: 'organization.renamed',
    target: '100%_sure',
    actor: { _id: owner.userId, name: 'Olive Owner' },
    apiKeyName: null,
    before: { name: 'Watched' },
    after: { name: '100%_sure' },
    address: '127.0.0.1',
  })
})

test('entries are paged and filtered by action, user, text and time', async () => {
  expect(await read('?skip=1&limit=2')).toMatchObject({
    entries: [{}, { action: 'organization.renamed' }],
    totalCount: 4,
  })
  expect(await actions('?action=organization.created')).toEqual(['organization.created'])
  expect(await actions(`?actor=${admin.userId}`)).toEqual(['invite.sent'])
  expect((await read('?find=ADAM')).totalCount).toBe(1)
  expect((await read(`?find=${encodeURIComponent('0%_s')}`)).totalCount).toBe(1)
  expect((await read(`?find=${encodeURIComponent('1%e')}`)).totalCount).toBe(0)
  const { entries } = await read()
  const at = entries[2]?.at ?? ''
  expect((await read(`?from=${at}`)).totalCount).toBe(3)
  expect((await read(`?to=${at}`)).totalCount).toBe(1)
})

test('the export streams all entries line by line, in the same order and with the same filters', async () => {
  const long = await harness.organization(owner, 'Long')
  await harness.store.pool.query(
    `insert into audit_entry (organization_id, actor_name, action, target, address)
     select $1, 'Somebody', case when n % 2 = 0 then 'member.left' else 'member.joined' end, 'n' || n, ''
     from generate_series(1, 2345) n`,
    [long],
  )
  const fetched = async (query: string): Promise<AuditEntry[]> => {
    const response = await harness.app.inject({
      url: `/api/organization/${long}/audit/export${query}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(response.headers['content-type']).toMatch(/ndjson/)
    return response.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const all = await fetched('')
  expect(all).toHaveLength(2346)
  const numbers = all.map(({ number }) => number)
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  expect(await fetched('?action=member.left')).toHaveLength(1172)
})

test('only permitted members can read it, and it is not published', async () => {
  const member = await harness.user('Mary Member')
  await harness.store.pool.query(`insert into member values ($1, $2, 'member')`, [id, member.userId])
  for (const path of [`organization/${id}/audit`, `organization/${id}/audit/export`])
    expect((await member.call('GET', path)).status).toBe(403)
})

test('a change by an API token names the token, which counts as a visitor outside its organisation', async () => {
  const elsewhere = await harness.organization(owner, 'Elsewhere')
  const tokenInput = { name: 'deploys', organizationId: id, expiresAt: null, scopes: ['read', 'settings'] }
  const { apiKey } = (await owner.call('POST', 'api-keys', tokenInput)).body
  const byKey = async (method: 'GET' | 'PUT', path: string, payload?: object) =>
    harness.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${apiKey.value}` },
      ...(payload && { payload }),
    })
  expect((await byKey('PUT', `organization/${id}`, { preferedAppType: 'site' })).statusCode).toBe(200)
  expect((await read('?action=organization.changed')).entries).toMatchObject([
    { actor: { name: 'Olive Owner' }, apiKeyName: 'deploys', after: { preferedAppType: 'site' } },
  ])
  expect((await byKey('GET', `organization/${elsewhere}`)).statusCode).toBe(404)
  expect((await byKey('GET', 'organization?username=elsewhere')).statusCode).toBe(404)
  expect((await byKey('GET', 'organization?username=watched')).json().organization.role).toBe('owner')
  expect((await byKey('GET', 'invites')).json().error).toBe('sessionNeeded')
})
