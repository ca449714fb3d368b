import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { lockWaiters } from './lock-waiters.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { until } from './until.ts'

let harness: OrganizationHarness
let owner: TestUser
let author: TestUser
let id: OrganizationId
let made = 0
beforeAll(async () => {
  harness = await organizationHarness()
  owner = await harness.user('Olive Owner')
  author = await harness.user('Arthur Author')
})
afterAll(() => harness.close())
beforeEach(async () => {
  made += 1
  id = await harness.organization(owner, `Authority ${made}`, [[author, 'owner']])
})

/**
 * Makes a call of the author that waits for a lock on the organisation, and changes the author’s membership meanwhile.
 */
const whileChanged = async (change: string, ...request: Parameters<TestUser['call']>) => {
  const { pool } = harness.store
  const before = await pool.connect()
  try {
    await before.query('begin')
    await before.query('select 1 from organization where id = $1 for update', [id])
    const pending = author.call(...request)
    await until(() => lockWaiters(pool))
    await before.query(`${change} where organization_id = $1 and user_id = $2`, [id, author.userId])
    await before.query('commit')
    return await pending
  } finally {
    before.release(true)
  }
}

test.each<[string, (id: OrganizationId) => Parameters<TestUser['call']>]>([
  ['its names', (id) => ['PUT', `organization/${id}`, { name: 'Taken over' }]],
  [
    'a registry',
    (id) => ['PUT', `organization/${id}/registry`, { address: `0x${'a1'.repeat(20)}`, name: 'Taken over' }],
  ],
  ['the removal of a registry', (id) => ['DELETE', `organization/${id}/registry`, { address: `0x${'a1'.repeat(20)}` }]],
  ['its privacy', (id) => ['PATCH', `organization/${id}/public-access`, { publiclyAccessible: true }]],
  [
    'its notification settings',
    (id) => ['PATCH', `organization/${id}/notification-config`, { newNotificationCategories: [] }],
  ],
  [
    'its billing details',
    (id) => ['PUT', 'invoice-additional-info', { organizationId: id, companyName: 'Taken over' }],
  ],
  ['the organisation itself', (id) => ['DELETE', `organization/${id}`]],
  ['its tokens', (id) => ['POST', 'api-keys', { name: 'late', organizationId: id, expiresAt: null }]],
])('a member who is removed while their call waits changes nothing: %s', async (_, request) => {
  const before = await owner.call('GET', `organization/${id}`)
  const written = await harness.audit(id)
  expect(await whileChanged('delete from member', ...request(id))).toMatchObject({
    status: 404,
    body: { error: 'organizationNotFound' },
  })
  const after = await owner.call('GET', `organization/${id}`)
  expect({ ...after.body.organization, users: [] }).toEqual({ ...before.body.organization, users: [] })
  expect(await harness.audit(id)).toEqual(written)
})

test('organisations with the same members are deleted concurrently without a deadlock', async () => {
  const { pool } = harness.store
  for (let round = 1; round <= 4; round += 1) {
    const both = [
      { by: owner, id: await harness.organization(owner, `Left ${made} ${round}`, [[author, 'member']]) },
      { by: author, id: await harness.organization(author, `Right ${made} ${round}`, [[owner, 'member']]) },
    ]
    const [left, right] = both.map(({ id }) => id)
    await pool.query(
      `with people as (
         insert into "user" (username, name, default_organization)
         select $1 || n, 'N', case when n % 2 = 0 then $2::uuid else $3::uuid end from generate_series(1, 200) n returning id
       ) insert into member (organization_id, user_id) select o.id, people.id from people, organization o where o.id in ($2, $3)`,
      [`many-${made}-${round}-`, left, right],
    )
    const deleted = await Promise.all(both.map(({ by, id }) => by.call('DELETE', `organization/${id}`)))
    expect(deleted.map(({ status }) => status)).toEqual([200, 200])
  }
})

test('a member whose role changes while their call waits can do only what the new role allows', async () => {
  const request = ['PUT', `organization/${id}`, { name: 'Taken over' }] as const
  expect(await whileChanged(`update member set role = 'viewer'`, ...request)).toMatchObject({
    status: 403,
    body: { error: 'notAllowed' },
  })
})

test('leaving and deleting are replayed for a repeated key of the same user, and for nobody else', async () => {
  const send = async (by: TestUser, url: string, key: string, payload?: object) => {
    const { statusCode, headers } = await harness.app.inject({
      method: 'DELETE',
      url: `/api/organization/${id}${url}`,
      headers: { authorization: `Bearer ${by.token}`, 'idempotency-key': `${key}-${id}` },
      ...(payload && { payload }),
    })
    return [statusCode, headers['idempotency-replayed']]
  }
  const gone = (by: TestUser) => until(async () => (await by.call('GET', `organization/${id}`)).status === 404)
  const leaving = ['/member', 'leave', { userId: author.userId }] as const
  expect(await send(author, ...leaving)).toEqual([200, undefined])
  await gone(author)
  expect(await send(author, ...leaving)).toEqual([200, 'true'])
  expect(await send(author, '/member', 'another', { userId: author.userId })).toEqual([404, undefined])
  expect(await send(author, '/member', 'leave', { userId: owner.userId })).toEqual([404, undefined])

  expect(await send(owner, '', 'delete')).toEqual([200, undefined])
  await gone(owner)
  expect(await send(owner, '', 'delete')).toEqual([200, 'true'])
  expect(await send(author, '', 'delete')).toEqual([404, undefined])
})
