import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { type TokenScope, tokenScopes } from '../../src/contract/access.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type LiveHarness, liveHarness, watched } from '../server/live-harness.ts'
import { createOrganizationFixture, join, type OrganizationFixture } from '../server/platform-harness.ts'

let harness: LiveHarness
let owner: { userId: UserId; token: string }
let fixture: OrganizationFixture
beforeAll(async () => {
  harness = await liveHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  owner = await harness.user('owner')
  fixture = await createOrganizationFixture(harness.store, { open: false })
  await join(harness.store, fixture.organizationId, owner.userId, 'owner')
})

const tokenOf = async (scopes: readonly TokenScope[], appType = 'compute'): Promise<string> => {
  const { value, hash, start } = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes)
     values ($1, $2, $3, 'a key', $4, $5, $6)`,
    [owner.userId, fixture.organizationId, appType, hash, start, scopes],
  )
  return value
}
const watchResponseOf = async (token: string, topic: string) =>
  (await watched(harness.connect(token), topic, null)).response
const organizationTopic = () => `organization/${fixture.organizationId}`
const logTopics = () =>
  ['logs', 'instanceLogs', 'instanceEvents', 'shellCommands'].map(
    (type) => `deployment/${fixture.deploymentId}/${type}`,
  )

test.each(tokenScopes)('the scope %s opens its own topics only', async (scope) => {
  const token = await tokenOf([scope])
  const responses = [organizationTopic(), ...logTopics()].map((topic) => watchResponseOf(token, topic))
  const expected = [scope === 'read', ...logTopics().map(() => scope === 'logs')]
  expect((await Promise.all(responses)).map(({ ok }) => ok)).toEqual(expected)
})

test('the rejection of a topic names the missing scope', async () => {
  const response = await watchResponseOf(await tokenOf(['read', 'deploy']), logTopics()[0] ?? '')
  expect(response).toMatchObject({ ok: false, error: 'scopeMissing', message: expect.stringContaining('logs') })
})

test('every scope of a token of another kind of app opens no log, and of another organisation opens nothing', async () => {
  const site = await tokenOf(tokenScopes, 'site')
  const compute = await tokenOf(tokenScopes)
  for (const log of logTopics()) expect(await watchResponseOf(site, log)).toMatchObject({ error: 'wrongAppType' })
  const other = await createOrganizationFixture(harness.store, { open: false })
  await join(harness.store, other.organizationId, owner.userId, 'owner')
  expect(await watchResponseOf(compute, `organization/${other.organizationId}`)).toMatchObject({ ok: false })
  expect(await watchResponseOf(compute, `deployment/${other.deploymentId}/logs`)).toMatchObject({ ok: false })
})

test('deleting a token closes its socket, and a token cannot open the notification stream', async () => {
  const token = await tokenOf(tokenScopes)
  const socket = harness.connect(token)
  const { response } = await watched(socket, organizationTopic(), null)
  expect(response).toMatchObject({ ok: true })
  const stream = await harness.inject({ url: '/api/user-notification', token })
  expect([stream.statusCode, stream.json().error]).toEqual([403, 'sessionNeeded'])
  await harness.store.pool.query('delete from api_key where user_id = $1', [owner.userId])
  await expect.poll(() => socket.connected).toBe(false)
})

test("a log's topic ends when the scopes of its token are narrowed", async () => {
  const { response, ended } = await watched(harness.connect(await tokenOf(tokenScopes)), logTopics()[0] ?? '', null)
  expect(response).toMatchObject({ ok: true })
  await harness.store.pool.query(`update api_key set scopes = '{read}' where user_id = $1`, [owner.userId])
  await expect.poll(() => ended).toMatchObject([{ error: 'scopeMissing' }])
})

test("a token's topics end when its owner loses the role that allowed them", async () => {
  const { response, ended } = await watched(harness.connect(await tokenOf(tokenScopes)), logTopics()[0] ?? '', null)
  expect(response).toMatchObject({ ok: true })
  await harness.store.pool.query(
    `insert into role_permission (organization_id, role, permissions) values ($1, 'viewer', '{instances.read}')`,
    [fixture.organizationId],
  )
  await harness.store.pool.query(`update member set role = 'viewer' where user_id = $1`, [owner.userId])
  await expect.poll(() => ended).toMatchObject([{ error: 'notAllowed' }])
})
