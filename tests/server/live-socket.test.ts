import { once } from 'node:events'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { topicOf } from '../../server/compute/logs/log-address.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { deleteExpiredRows } from '../../server/start-up/housekeeping.ts'
import type { DeploymentId, UserId } from '../../src/contract/wire/common.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { type LiveHarness, liveHarness, watched } from './live-harness.ts'
import { createOrganizationFixture, join, type OrganizationFixture } from './platform-harness.ts'
import { until } from './until.ts'

/** The maximum delay after which the product promises that a lost right takes effect. */
const AT_ONCE_MS = 1000

let harness: LiveHarness
let member: { userId: UserId; token: string }
let fixture: OrganizationFixture

beforeAll(async () => {
  harness = await liveHarness()
  member = await harness.user('member')
})
afterAll(() => harness.close())

const fresh = async (open = false) => {
  fixture = await createOrganizationFixture(harness.store, { open })
  await join(harness.store, fixture.organizationId, member.userId, 'member')
  return `organization/${fixture.organizationId}`
}
const upTo = (length: number, from = 1) => Array.from({ length }, (_, index) => from + index)

describe.each(['websocket', 'polling'])('over %s [P7.63]', (transport) => {
  test('a watcher receives what it missed and then new events, in order, without gaps or repeats', async () => {
    const topic = await fresh()
    await harness.publish(fixture.organizationId, 7)
    const socket = harness.connect(member.token, { transports: [transport] })
    const { response, sequences, got } = await watched(socket, topic, 2)
    expect(response).toEqual({ ok: true, from: 2 })
    await harness.publish(fixture.organizationId, 5)
    await expect.poll(sequences).toEqual(upTo(10, 3))
    expect(got[0]).toMatchObject({ at: expect.stringMatching(/Z$/), event: { kind: 'projectRemoved' } })
    socket.disconnect()
  })
})

test('catching up during concurrent writes leaves no gap and repeats nothing', async () => {
  const topic = await fresh()
  await harness.publish(fixture.organizationId, 30)
  const writers = [1, 2, 3, 4].map(() => harness.publish(fixture.organizationId, 60))
  const watchers = await Promise.all([0, 10, 29].map((after) => watched(harness.connect(member.token), topic, after)))
  await Promise.all(writers)
  for (const [index, after] of [0, 10, 29].entries())
    await expect.poll(() => watchers[index]?.sequences(), { timeout: 8000 }).toEqual(upTo(270 - after, after + 1))
})

test('a rolled-back event is never published, and its number goes to the next one', async () => {
  const topic = await fresh()
  const { sequences } = await watched(harness.connect(member.token), topic, null)
  await harness.store.db
    .transaction(async (tx) => {
      const { publishOrganizationEvents } = await import('../../server/live/outbox.ts')
      await publishOrganizationEvents(tx, fixture.organizationId as never, {
        kind: 'projectRemoved',
        id: fixture.projectId as never,
      })
      throw new Error('no')
    })
    .catch(() => undefined)
  await harness.publish(fixture.organizationId)
  await expect.poll(sequences).toEqual([1])
})

test('a client resumes after its last event; one whose next event was deleted starts at the head', async () => {
  const topic = await fresh()
  await harness.publish(fixture.organizationId, 5)
  await harness.store.pool.query(
    `update organization_event set created_at = now() - interval '8 days' where organization_id = $1 and sequence <= 3`,
    [fixture.organizationId],
  )
  await deleteExpiredRows(harness.store, harness.app.log as never)
  const late = await watched(harness.connect(member.token), topic, 1)
  expect(late.response).toEqual({ ok: true, from: 5 })
  const inTime = await watched(harness.connect(member.token), topic, 3)
  expect(inTime.response).toEqual({ ok: true, from: 3 })
  await expect.poll(inTime.sequences).toEqual([4, 5])
  expect((await watched(harness.connect(member.token), topic, 99)).response).toEqual({ ok: true, from: 5 })
})

test('the id of a sub-organisation watches the same events', async () => {
  await fresh()
  const topic = `organization/${fixture.computeId}`
  const { sequences } = await watched(harness.connect(member.token), topic, 0)
  await harness.publish(fixture.organizationId)
  await expect.poll(sequences).toEqual([1])
})

describe('rights', () => {
  const watchResponseFor = async (token: string | undefined, topic: string) =>
    (await watched(harness.connect(token), topic, 0)).response

  test('outsiders and visitors can watch only public organisations', async () => {
    const closed = await fresh()
    const outsider = (await harness.user('stranger')).token
    expect(await watchResponseFor(outsider, closed)).toMatchObject({ ok: false, error: 'organizationNotFound' })
    expect(await watchResponseFor(undefined, closed)).toMatchObject({ ok: false })
    expect(await watchResponseFor(outsider, `deployment/${fixture.deploymentId}/logs`)).toMatchObject({
      ok: false,
      error: 'notFound',
    })
    const open = await fresh(true)
    expect(await watchResponseFor(undefined, open)).toEqual({ ok: true, from: 0 })
    expect(await watchResponseFor(member.token, 'organization/nothing')).toMatchObject({ ok: false, error: 'invalid' })
    for (const topic of [`organization/${'-'.repeat(36)}`, `deployment/${'a'.repeat(36)}/logs`])
      expect(await watchResponseFor(member.token, topic)).toMatchObject({ ok: false, error: 'invalid' })
    expect(await watchResponseFor(member.token, `user/${member.userId}`)).toMatchObject({ ok: false, error: 'invalid' })
  })

  test('an invalid token cannot connect', async () => {
    const socket = harness.connect('forged.token.here')
    const [error] = await once(socket as unknown as NodeJS.EventEmitter, 'connect_error')
    expect(error.data).toEqual({ error: 'sessionEnded', message: 'Your session has ended. Log in again.' })
  })

  test('a membership that ends stops the watch at once, and nothing more is sent', async () => {
    const topic = await fresh()
    const { response, ended, sequences } = await watched(harness.connect(member.token), topic, 0)
    expect(response.ok).toBe(true)
    await harness.store.pool.query('delete from member where organization_id = $1', [fixture.organizationId])
    await until(async () => ended.length === 1, scaleToLoad(AT_ONCE_MS))
    expect(ended[0]).toMatchObject({ topic, error: 'organizationNotFound' })
    await harness.publish(fixture.organizationId)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sequences()).toEqual([])
  })

  test('a growing log stops at once for a user who loses access, and for nobody else', async () => {
    await fresh()
    const reader = await harness.user(`reader-${Date.now()}`)
    await join(harness.store, fixture.organizationId, reader.userId, 'viewer')
    const address = {
      deploymentId: fixture.deploymentId as DeploymentId,
      logType: 'instanceLogs' as const,
      service: '',
    }
    let head = 0
    const writeOn = async () => {
      const lines = [{ atMs: Date.now(), stream: 'stdout' as const, text: `line ${head + 1}` }]
      await appendLines(harness.store.db, { ...address, firstSequence: head + 1, lines, resume: {} })
      head += 1
    }
    const topic = topicOf(address)
    const mine = await watched(harness.connect(reader.token), topic, 0)
    const others = await watched(harness.connect(member.token), topic, 0)
    expect([mine.response.ok, others.response.ok]).toEqual([true, true])
    for (; mine.got.length < 5; ) await writeOn()
    await harness.store.pool.query(
      `insert into role_permission (organization_id, role, permissions) values ($1, 'viewer', '{organization.read}')`,
      [fixture.organizationId],
    )
    const changedMs = performance.now()
    for (; mine.ended.length === 0; ) await writeOn()
    expect(performance.now() - changedMs).toBeLessThan(scaleToLoad(AT_ONCE_MS))
    expect(mine.ended[0]).toMatchObject({ topic, error: 'notAllowed' })
    const stoppedAt = mine.sequences().at(-1) ?? 0
    for (let more = 0; more < 20; more += 1) await writeOn()
    await expect.poll(() => others.sequences().at(-1)).toBe(head)
    expect(stoppedAt).toBeLessThan(head)
    expect(mine.sequences().at(-1)).toBe(stoppedAt)
  })

  test('a session that ends disconnects at once', async () => {
    const { token, userId } = await harness.user(`leaver-${Date.now()}`)
    const socket = harness.connect(token)
    await once(socket as unknown as NodeJS.EventEmitter, 'connect')
    let wasNotified = false
    socket.on('sessionEnded', () => {
      wasNotified = true
    })
    await harness.store.pool.query('update session set ended_at = now() where user_id = $1', [userId])
    await until(async () => socket.disconnected, scaleToLoad(AT_ONCE_MS))
    expect(wasNotified, 'receives the reason first').toBe(true)
  })

  test.each([
    ['a ban', `update "user" set banned_for = 'spam' where id = $1`],
    ['a deleted session', 'delete from session where user_id = $1'],
  ])('%s disconnects at once, and no other connection', async (_what, statement) => {
    const mark = crypto.randomUUID().slice(0, 8)
    const [gone, kept] = [await harness.user(`gone-${mark}`), await harness.user(`kept-${mark}`)]
    const sockets = [harness.connect(gone.token), harness.connect(kept.token)] as const
    await Promise.all(sockets.map((socket) => once(socket as unknown as NodeJS.EventEmitter, 'connect')))
    await harness.store.pool.query(statement, [gone.userId])
    await until(async () => sockets[0].disconnected, scaleToLoad(AT_ONCE_MS))
    expect(sockets[1].connected).toBe(true)
  })

  test('a session that is not renewed disconnects when it expires, and a renewed one stays', async () => {
    const mark = crypto.randomUUID().slice(0, 8)
    const [left, renewed] = [await harness.user(`left-${mark}`), await harness.user(`renewed-${mark}`)]
    const endIn = (interval: string, userIds: string[]) =>
      harness.store.pool.query('update session set expires_at = now() + $1::interval where user_id = any($2)', [
        interval,
        userIds,
      ])
    await endIn('1.5 seconds', [left.userId, renewed.userId])
    const sockets = [harness.connect(left.token), harness.connect(renewed.token)] as const
    await Promise.all(sockets.map((socket) => once(socket as unknown as NodeJS.EventEmitter, 'connect')))
    await endIn('7 days', [renewed.userId])
    await until(async () => sockets[0].disconnected, 4000)
    expect(sockets[1].connected).toBe(true)
  })

  const apiToken = async (lasts: string) => {
    const { value, hash, start } = newApiKey()
    await harness.store.pool.query(
      `insert into api_key (user_id, organization_id, app_type, name, hash, start, expires_at)
       values ($1, $2, 'compute', 'a key', $3, $4, now() + $5::interval)`,
      [member.userId, fixture.organizationId, hash, start, lasts],
    )
    return value
  }

  test('an API token disconnects when its organisation is deleted', async () => {
    const topic = await fresh()
    const socket = harness.connect(await apiToken('60 days'))
    expect((await watched(socket, topic, 0)).response.ok).toBe(true)
    const gone = 'update organization set deleted_at = now() where id = $1'
    await harness.store.pool.query(gone, [fixture.organizationId])
    await until(async () => socket.disconnected, 4000)
  })

  test('an API token opens a stream, which ends when the token expires', async () => {
    const topic = await fresh()
    const socket = harness.connect(await apiToken('1.5 seconds'))
    const { response, sequences } = await watched(socket, topic, 0)
    expect(response.ok).toBe(true)
    await harness.publish(fixture.organizationId)
    await expect.poll(sequences).toEqual([1])
    await until(async () => socket.disconnected, 4000)
  })
})

test('a client that does not read delays only itself, and resumes where it was', async () => {
  const topic = await fresh()
  const slow = harness.connect(member.token)
  const quick = await watched(harness.connect(member.token), topic, 0)
  const held = await watched(slow, topic, 0)
  const raw = rawSocketOf(slow)
  raw.pause()
  const padding = 'x'.repeat(20_000)
  await harness.store.pool.query(
    `with many as (select generate_series(1, 2000) as n),
      moved as (update organization set event_sequence = 2000 where id = $1)
     insert into organization_event (organization_id, sequence, event)
     select $1, n, jsonb_build_object('kind', 'projectRemoved', 'id', $2::text, 'padding', $3::text) from many`,
    [fixture.organizationId, fixture.projectId, padding],
  )
  const before = process.memoryUsage().rss
  await harness.publish(fixture.organizationId)
  await expect.poll(() => quick.got.length, { timeout: 20_000 }).toBe(2001)
  expect(held.got.length).toBeLessThan(2001)
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
  raw.resume()
  await expect.poll(held.sequences, { timeout: 20_000 }).toEqual(upTo(2001))
})

const rawSocketOf = (socket: Socket): { pause(): void; resume(): void } => {
  // The client's WebSocket below its transport: pausing it simulates a busy or sleeping machine.
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { _socket?: { pause(): void; resume(): void } } }
  }
  const raw = transport.ws._socket
  if (!raw) throw new Error('There is no socket below the transport to pause.')
  return raw
}
