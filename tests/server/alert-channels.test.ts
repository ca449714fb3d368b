import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AlertChannels, createAlertChannels } from '../../server/alerts/channels/alert-channels.ts'
import { createOutgoing } from '../../server/outgoing/outgoing.ts'
import type { Db } from '../../server/store/connection.ts'
import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import type { Delivery } from '../../src/contract/wire/alerts/alert-delivery.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type AlertReceiver, alertReceiver, sampleMessage } from './alert-receiver.ts'
import { createOrganizationFixture, join, type PlatformHarness, platformHarness } from './platform-harness.ts'
import { until } from './until.ts'
import { isGenuine, isSignedBy } from './verify-webhook.ts'

const HOUR_MS = 3_600_000

let harness: PlatformHarness
let channels: AlertChannels
let receiver: AlertReceiver
let organizationId: OrganizationId
let token: string
let nowMs = Date.now()

const sendingWith = (db: Db, node: string) =>
  createAlertChannels({
    db,
    node,
    secret: 'a secret of these tests, long enough',
    log: pino({ level: 'silent' }),
    isAlone: false,
    outgoing: createOutgoing({ allowed: { networks: ['127.0.0.1'], hosts: [] } }),
    publicUrl: 'http://localhost:4600',
    now: () => nowMs,
  })

beforeAll(async () => {
  harness = await platformHarness({
    handlers: ({ db }) => {
      channels = sendingWith(db, 'first')
      return channels.handlers
    },
  })
  await channels.start()
})
afterAll(async () => {
  await channels.stop()
  await harness.close()
})
beforeEach(async () => {
  receiver = await alertReceiver()
  const fixture = await createOrganizationFixture(harness.store, { open: true })
  organizationId = fixture.organizationId as OrganizationId
  const user = await harness.user('owner')
  token = user.token
  await join(harness.store, organizationId, user.userId, 'owner')
  await harness.store.pool.query('delete from alert_channel')
  return () => receiver.close()
})

const request = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, as = token) => {
  const response = await harness.inject({ method, url: `/api/${path}`, token: as, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const create = async (more: object = {}): Promise<{ alertChannel: AlertChannel; secret: string }> => {
  const body = { name: 'On call', type: 'webhook', url: `${receiver.url}/hook?token=hidden`, ...more }
  const created = await request('POST', `organization/${organizationId}/alert-channels`, body)
  expect(created.body).toHaveProperty('alertChannel')
  return created.body
}
const enqueue = (id: string, more: Parameters<typeof sampleMessage>[0] = {}) =>
  harness.store.db.transaction((tx) =>
    channels.enqueue(tx, { organizationId, channelIds: [id], message: sampleMessage(more) }),
  )
const deliveries = async (id: string): Promise<Delivery[]> =>
  (await request('GET', `alert-channel/${id}/deliveries`)).body.deliveries
const newest = (id: string, isReached: (delivery: Delivery) => boolean) =>
  until(async () => (await deliveries(id)).find((each, at) => at === 0 && isReached(each)))
const channel = async (id: string): Promise<AlertChannel> =>
  (await request('GET', `alert-channel/${id}`)).body.alertChannel

test('a message is signed, and its secret and URL can never be read again', async () => {
  const { alertChannel, secret } = await create()
  expect(alertChannel.shownUrl).toBe(`${receiver.url}/hook?…`)
  await enqueue(alertChannel._id)
  const delivered = await newest(alertChannel._id, ({ state }) => state === 'delivered')
  expect(delivered).toMatchObject({ title: 'Firing: High memory', attempts: 1, status: 200, error: '' })
  const [message] = receiver.received
  expect(message && isSignedBy(secret, message)).toBe(true)
  expect(message?.path).toBe('/hook?token=hidden')
  expect(message?.headers['webhook-id']).toBe(`msg_${delivered._id}`)
  expect(Number(message?.headers['webhook-timestamp'])).toBe(Math.floor(nowMs / 1000))
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'alert.firing', data: sampleMessage() })
  const shown = await Promise.all([
    request('GET', `organization/${organizationId}/alert-channels`),
    request('GET', `alert-channel/${alertChannel._id}`),
    request('GET', `alert-channel/${alertChannel._id}/deliveries/${delivered._id}`),
  ])
  const { rows } = await harness.store.pool.query('select * from alert_channel, organization_event')
  const { rows: audited } = await harness.store.pool.query('select * from audit_entry')
  for (const text of [JSON.stringify(shown), JSON.stringify([rows, audited])]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('token=hidden')
  }
})

test('the code sample of the guide rejects what was changed, repeated late, or signed by another', async () => {
  const { alertChannel, secret } = await create()
  await enqueue(alertChannel._id)
  const { headers, body } = await until(async () => receiver.received[0])
  const atMs = Number(headers['webhook-timestamp']) * 1000
  expect(isSignedBy(secret, { path: '', headers, body })).toBe(true)
  for (const [changed, text] of [
    [{ ...headers, 'webhook-id': 'msg_other' }, body],
    [{ ...headers, 'webhook-signature': 'v1,' }, body],
    [{ ...headers, 'webhook-signature': '' }, body],
    [headers, `${body} `],
  ] as const)
    expect(isSignedBy(secret, { path: '', headers: changed, body: text })).toBe(false)
  const moved = { ...headers, 'webhook-timestamp': String(atMs / 1000 + 1) }
  expect(isSignedBy(secret, { path: '', headers: moved, body })).toBe(false)
  for (const minutes of [-6, 6]) expect(isGenuine(secret, headers, body, atMs + minutes * 60_000)).toBe(false)
  expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, { path: '', headers, body })).toBe(false)
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { alertChannel, secret } = await create()
  const rotated = await request('POST', `alert-channel/${alertChannel._id}/secret`)
  const received = async () => {
    const count = receiver.received.length
    await enqueue(alertChannel._id)
    return until(async () => receiver.received[count])
  }
  const during = await received()
  expect([isSignedBy(secret, during), isSignedBy(rotated.body.secret, during)]).toEqual([true, true])
  nowMs += 25 * HOUR_MS
  const after = await received()
  expect([isSignedBy(secret, after), isSignedBy(rotated.body.secret, after)]).toEqual([false, true])
})

test('a receiver that is down for an hour gets every message once, in order', async () => {
  receiver.respond = (_message, response) => response.writeHead(503, { 'retry-after': '600' }).end('maintenance')
  const { alertChannel } = await create()
  for (const name of ['first', 'second', 'third']) await enqueue(alertChannel._id, { alert: { id: '1', name } })
  const failing = await until(async () => (await deliveries(alertChannel._id)).find(({ status }) => status === 503))
  expect(failing).toMatchObject({ state: 'waiting', error: 'The receiver responded with status 503.' })
  expect(Date.parse(failing.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(nowMs + 600_000)
  expect((await channel(alertChannel._id)).failingSince).not.toBeNull()
  expect(receiver.received).toHaveLength(1)
  receiver.respond = (_message, response) => response.end()
  nowMs += HOUR_MS
  await until(async () => (await deliveries(alertChannel._id)).every(({ state }) => state === 'delivered'))
  const names = receiver.received.map(({ body }) => JSON.parse(body).data.alert.name)
  expect(names).toEqual(['first', 'first', 'second', 'third'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toBe(ids[1])
  expect(await channel(alertChannel._id)).toMatchObject({ failingSince: null, isEnabled: true })
})

test('a clock that is set back by a day holds up no message', async () => {
  receiver.respond = (_message, response) => response.writeHead(503).end()
  const { alertChannel } = await create()
  nowMs += 24 * HOUR_MS
  await enqueue(alertChannel._id)
  await newest(alertChannel._id, ({ attempts }) => attempts === 1)
  nowMs -= 24 * HOUR_MS
  receiver.respond = (_message, response) => response.end()
  await newest(alertChannel._id, ({ state }) => state === 'delivered')
  expect(receiver.received).toHaveLength(2)
  // Where a process with the later clock was killed while it was sending.
  await harness.store.pool.query(
    `update alert_channel set lease_owner = 'killed', lease_until = to_timestamp($1 / 1000.0) where id = $2`,
    [nowMs + 24 * HOUR_MS, alertChannel._id],
  )
  await enqueue(alertChannel._id)
  await until(async () => receiver.received.length === 3)
})

test('slow receivers of one organisation hold up no other', async () => {
  const held: (() => void)[] = []
  receiver.respond = ({ path }, response) => {
    if (path.startsWith('/slow')) held.push(() => response.end())
    else response.end()
  }
  const slow = await Promise.all(
    Array.from({ length: 6 }, (_, at) => create({ name: `Slow ${at}`, url: `${receiver.url}/slow` })),
  )
  for (const { alertChannel } of slow) await enqueue(alertChannel._id)
  await until(async () => held.length === 4)
  const other = await createOrganizationFixture(harness.store, { open: true })
  const user = await harness.user('other')
  await join(harness.store, other.organizationId, user.userId, 'owner')
  const body = { name: 'Quick', type: 'webhook', url: `${receiver.url}/quick` }
  const quick = await request('POST', `organization/${other.organizationId}/alert-channels`, body, user.token)
  await harness.store.db.transaction((tx) =>
    channels.enqueue(tx, {
      organizationId: other.organizationId as OrganizationId,
      channelIds: [quick.body.alertChannel._id],
      message: sampleMessage(),
    }),
  )
  await until(async () => receiver.received.some(({ path }) => path === '/quick'))
  expect(held).toHaveLength(4)
  receiver.respond = (_message, response) => response.end()
  for (const respond of held) respond()
  await until(async () => receiver.received.length === 7)
})

test('a redirect is followed nowhere, and is an error in words', async () => {
  receiver.respond = (_message, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
  const { alertChannel } = await create()
  await enqueue(alertChannel._id)
  expect(await newest(alertChannel._id, ({ state }) => state === 'failed')).toMatchObject({
    status: 307,
    error: 'The receiver redirects to http://169.254.169.254. Messages follow no redirect: enter the final URL.',
  })
})

test('a channel whose messages fail for days is disabled with a notice, and sends again once enabled', async () => {
  receiver.respond = (_message, response) => response.writeHead(500).end()
  const { alertChannel } = await create()
  const isSettled = async () => (await deliveries(alertChannel._id)).every(({ state }) => state !== 'waiting')
  for (let day = 0; day < 3; day += 1) {
    await enqueue(alertChannel._id)
    await newest(alertChannel._id, ({ attempts }) => attempts > 0)
    nowMs += 25 * HOUR_MS
    await until(isSettled)
  }
  await enqueue(alertChannel._id)
  const disabled = await until(async () => {
    const read = await channel(alertChannel._id)
    return read.isEnabled ? undefined : read
  })
  expect(disabled.problem).toBe('Every message failed for three days.')
  const { rows } = await harness.store.pool.query(
    'select title, additional_data as data from notification order by created_at desc limit 1',
  )
  expect(rows).toEqual([
    { title: 'The alert channel On call was disabled', data: { organizationId, alertChannel: alertChannel._id } },
  ])
  await enqueue(alertChannel._id)
  receiver.respond = (_message, response) => response.end()
  const before = receiver.received.length
  await request('PATCH', `alert-channel/${alertChannel._id}`, { isEnabled: true })
  await enqueue(alertChannel._id)
  await until(async () => receiver.received.length > before)
})

test('a receiver that is gone disables its channel at once', async () => {
  receiver.respond = (_message, response) => response.writeHead(410).end()
  const { alertChannel } = await create()
  await enqueue(alertChannel._id)
  const { problem } = await until(async () => {
    const read = await channel(alertChannel._id)
    return read.isEnabled ? undefined : read
  })
  expect(problem).toContain('status 410')
})

test('a test shows the response as text, and a settled message is sent again with the same id', async () => {
  receiver.respond = (_message, response) => response.end(`<script>\u0000${'x'.repeat(5000)}`)
  const { alertChannel } = await create()
  const tested = await request('POST', `alert-channel/${alertChannel._id}/test`)
  expect(tested.body.attempt).toMatchObject({ status: 200, error: '' })
  expect(tested.body.attempt.response).toHaveLength(1024)
  expect(tested.body.attempt.response).toMatch(/^<script>\ufffdx/)
  const [delivery] = await deliveries(alertChannel._id)
  const path = `alert-channel/${alertChannel._id}/deliveries/${delivery?._id}`
  expect((await request('POST', `${path}/redeliver`)).status).toBe(200)
  await until(async () => receiver.received.length === 2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  await newest(alertChannel._id, ({ state }) => state === 'delivered')
  expect((await request('GET', path)).body.deliveryAttempts).toHaveLength(2)
  const other = await create({ name: 'Other' })
  const misplaced = `alert-channel/${other.alertChannel._id}/deliveries/${delivery?._id}`
  expect((await request('GET', misplaced)).status).toBe(404)
  expect((await request('POST', `${misplaced}/redeliver`)).status).toBe(404)
})

test('two processes send each message once', async () => {
  const second = sendingWith(harness.store.db, 'second')
  await second.start()
  const created = await Promise.all(Array.from({ length: 5 }, (_, at) => create({ name: `Channel ${at}` })))
  for (let message = 0; message < 4; message += 1)
    await Promise.all(created.map(({ alertChannel }) => enqueue(alertChannel._id)))
  await until(async () => receiver.received.length >= 20)
  await second.stop()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(20)
  expect(ids).toHaveLength(20)
})

test('a message of a transaction that is rolled back, of a disabled channel or of another organisation is not sent', async () => {
  const { alertChannel } = await create()
  const id = alertChannel._id
  const { db } = harness.store
  await db
    .transaction(async (tx) => {
      await channels.enqueue(tx, { organizationId, channelIds: [id], message: sampleMessage() })
      throw new Error('undone')
    })
    .catch(() => undefined)
  const foreign = (await createOrganizationFixture(harness.store, { open: true })).organizationId as OrganizationId
  await db.transaction((tx) =>
    channels.enqueue(tx, { organizationId: foreign, channelIds: [id], message: sampleMessage() }),
  )
  await expect(db.transaction((tx) => channels.check(tx, foreign, [id]))).rejects.toMatchObject({ code: 'invalid' })
  await db.transaction((tx) => channels.check(tx, organizationId, [id, id]))
  await request('PATCH', `alert-channel/${id}`, { isEnabled: false })
  await enqueue(id)
  expect(await deliveries(id)).toEqual([])
})

test.each([
  ['a private address', 'http://10.0.0.1/', 'not a public address'],
  ['metadata of the cloud', 'http://169.254.169.254/latest', 'not a public address'],
  ['this machine by number', 'http://0x7f000002/', 'not a public address'],
  ['credentials', 'https://user:pass@example.org/', 'user name or password'],
  ['another protocol', 'ftp://example.org/', 'must begin with https'],
  ['a mail server', 'http://example.org:25/', 'another protocol'],
])('a URL with %s is an error of its field', async (_what, url, message) => {
  const body = { name: 'Bad', type: 'webhook', url }
  const response = await request('POST', `organization/${organizationId}/alert-channels`, body)
  expect(response.status).toBe(400)
  expect(JSON.stringify(response.body)).toContain(message)
})

test('names are unique, and changes and the end of a channel are events and audit entries', async () => {
  const { alertChannel } = await create()
  const body = { name: 'on CALL', type: 'slack', url: 'https://hooks.slack.com/services/T/B/x' }
  const taken = await request('POST', `organization/${organizationId}/alert-channels`, body)
  expect(JSON.stringify(taken.body)).toContain('already exists')
  const chat = await create({ ...body, name: 'Chat' })
  expect(chat).toMatchObject({ secret: null, alertChannel: { shownUrl: 'https://hooks.slack.com/…' } })
  expect((await request('POST', `alert-channel/${chat.alertChannel._id}/secret`)).status).toBe(400)
  await request('PATCH', `alert-channel/${alertChannel._id}`, { name: 'Nights' })
  await request('DELETE', `alert-channel/${alertChannel._id}`)
  const { rows } = await harness.store.pool.query(
    `select event ->> 'kind' as kind from organization_event where organization_id = $1 order by sequence`,
    [organizationId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual([
    'alertChannelCreated',
    'alertChannelCreated',
    'alertChannelChanged',
    'alertChannelRemoved',
  ])
  const { rows: audited } = await harness.store.pool.query(
    'select action from audit_entry where organization_id = $1 order by number',
    [organizationId],
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'alertChannel.created',
    'alertChannel.created',
    'alertChannel.changed',
    'alertChannel.deleted',
  ])
})
