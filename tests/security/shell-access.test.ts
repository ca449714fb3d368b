import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { SHELL_NAMESPACE } from '../../src/contract/shell/shell.ts'
import { createOrganizationFixture } from '../server/platform-harness.ts'
import { type ShellHarness, shellHarness } from '../server/shell-harness.ts'
import { until } from '../server/until.ts'

let harness: ShellHarness
beforeAll(async () => {
  harness = await shellHarness()
})
afterAll(() => harness?.close())

const size = { columns: 80, rows: 24 }
const gone = { ok: false, error: 'notFound', message: 'This session has ended. Open a new one.' }
const query = (text: string, values: unknown[]) => harness.store.pool.query(text, values)

const apiKey = async (userId: string, scopes: readonly string[], expiresAt: Date | null = null) => {
  const { value, hash, start } = newApiKey()
  await query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes, expires_at)
     values ($1, $2, 'compute', 'a key', $3, $4, $5, $6)`,
    [userId, harness.organizationId, hash, start, scopes, expiresAt],
  )
  return value
}

/** Opens a shell as the user, and returns its token. */
type Grant = (userId: string, token: string) => Promise<string>
const ownToken: Grant = async (_, token) => token
const keyToken: Grant = (id) => apiKey(id, ['execute'])
const allowMembers = () =>
  query(
    `insert into role_permission (organization_id, role, permissions) values ($1, 'member', array['instances.execute'])`,
    [harness.organizationId],
  )
const memberToken: Grant = async (id, token) => {
  await allowMembers()
  await query(`update member set role = 'member' where user_id = $1`, [id])
  return token
}

const changes: [string, Grant, (userId: string) => Promise<unknown>][] = [
  ['the member is removed', ownToken, (id) => query('delete from member where user_id = $1', [id])],
  ['the role changes', ownToken, (id) => query(`update member set role = 'member' where user_id = $1`, [id])],
  [
    'the permission of the role is switched off',
    memberToken,
    () => query('delete from role_permission where organization_id = $1', [harness.organizationId]),
  ],
  ['the session is revoked', ownToken, (id) => query('update session set ended_at = now() where user_id = $1', [id])],
  ['the API token is revoked', keyToken, (id) => query('delete from api_key where user_id = $1', [id])],
  [
    'the API token loses the scope',
    keyToken,
    (id) => query(`update api_key set scopes = '{}' where user_id = $1`, [id]),
  ],
  ['the API token expires', (id) => apiKey(id, ['execute'], new Date(Date.now() + 3000)), () => Promise.resolve()],
]

test.each(changes)('a shell ends at once and in words when %s', async (_, grant, change) => {
  const { token, userId } = await harness.member()
  const { client, shell, id } = await harness.open(await grant(userId, token))
  expect(client.ended).toEqual([])
  await change(userId)
  await until(async () => (shell.isKilled && client.ended[0]) || undefined)
  expect(client.ended).toEqual([
    { id, reason: 'accessLost', message: 'You no longer have access, so the session has ended.' },
  ])
})

test('the id of an instance, a replica or a session of another organisation opens nothing', async () => {
  const { token } = await harness.member()
  const foreign = await createOrganizationFixture(harness.store, { open: false })
  const request = (instanceId: string, body: object) =>
    harness.inject({
      method: 'POST',
      url: `/api/compute-instance/${instanceId}/shells`,
      payload: { kind: 'terminal', ...body },
      token,
    })
  expect((await request(foreign.instanceId, {})).statusCode).toBe(404)
  expect((await request(randomUUID(), {})).statusCode).toBe(404)
  expect((await request(harness.instanceId, { replica: 7 })).json()).toMatchObject({ error: 'instanceNotActive' })
  expect((await request(harness.instanceId, { serviceName: 'mast' })).statusCode).toBe(400)
  const { id } = await harness.open(token)
  const thief = harness.connect((await harness.user('thief')).token)
  expect(await thief.call('resume', { id, output: 0 })).toEqual(gone)
})

test('an API token does not take over the session of its own user, nor the reverse', async () => {
  const { token, userId } = await harness.member()
  const key = await apiKey(userId, ['execute'])
  const own = await harness.open(token)
  const ofKey = await harness.open(key)
  expect(await harness.connect(key).call('resume', { id: own.id, output: 0 })).toEqual(gone)
  expect(await harness.connect(token).call('resume', { id: ofKey.id, output: 0 })).toEqual(gone)
})

test('a request for a session opens one shell only, also when it is repeated after the end', async () => {
  const { token } = await harness.member()
  const { id, client } = await harness.open(token)
  expect(await client.call('end', { id })).toEqual({ ok: true })
  await until(async () => client.ended[0])
  await until(async () => {
    const { rows } = await query('select 1 from shell_session where id = $1', [id])
    return rows.length === 0 || undefined
  })
  await client.call('start', { id, ...size })
  await harness.connect(token).call('start', { id, ...size })
  expect(harness.fake.shells.filter(({ mark }) => mark === id)).toHaveLength(1)
})

test.each([
  { origin: 'https://attacker.example' },
  { origin: 'http://hello.localhost:4600' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
])('a foreign page (%j) cannot connect, even with a token', async (extraHeaders) => {
  const { token } = await harness.member()
  for (const transports of [['websocket'], ['polling']]) {
    const socket = io(harness.url + SHELL_NAMESPACE, {
      auth: { token },
      transports,
      extraHeaders,
      reconnection: false,
      forceNew: true,
    })
    const end = await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'))
      socket.once('connect_error', () => resolve('rejected'))
    })
    socket.disconnect()
    expect(end).toBe('rejected')
  }
})

test('nothing that is typed or printed is in the audit log', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  await client.call('input', { id, at: 0, data: Buffer.from('export KEY=typed-secret\r') })
  shell.terminal.write('printed-secret\r\n')
  await until(async () => client.text().includes('printed-secret') || undefined)
  await client.call('end', { id })
  await until(async () => (await harness.audited()).find(({ after }) => after.reason === 'closed'))
  const { rows } = await query('select row_to_json(a)::text as text from audit_entry a', [])
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toMatch(/typed-secret|printed-secret|export/)
})
