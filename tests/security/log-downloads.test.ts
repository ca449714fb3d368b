import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveDownloads } from '../../server/compute/logs/download/download-routes.ts'
import { triggerInstance } from '../../server/compute/logs/trigger-instance.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { apiKeys, logDownloads } from '../../server/store/schema.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from '../server/platform-harness.ts'
import { until } from '../server/until.ts'
import { writeLongLog } from './support/long-responses.ts'

const STALL_TIMEOUT_MS = 4000
const MAX_DOWNLOADS = 5
const MAX_TOTAL = 7
const CHUNKS = 60

let harness: PlatformHarness
let fixture: OrganizationFixture
let port: number
let sockets: Socket[]
const start = async (stallTimeoutMs?: number) => {
  sockets = []
  harness = await platformHarness({
    environment: { LONGSHORE_MODE: 'production' },
    handlers: ({ db }) => ({
      triggerInstance: (context) =>
        triggerInstance({ db, logs: { refresh: () => {} }, checkHealth: async () => '' }, context),
    }),
    live: ({ app, store: { db }, authorize, recheck, rights }) =>
      serveDownloads(app, {
        db,
        authorize,
        recheck,
        rights,
        ...(stallTimeoutMs && { stallTimeoutMs }),
        maxTotal: MAX_TOTAL,
      }),
  })
  fixture = await createOrganizationFixture(harness.store, { open: false })
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  port = (harness.app.server.address() as AddressInfo).port
}
beforeEach(() => start())
const stop = async () => {
  for (const socket of sockets) socket.destroy()
  await harness.close()
}
afterEach(stop)

const write = (chunks: number) => writeLongLog(harness, fixture, chunks)
const member = async (name: string, role = 'member') => {
  const user = await harness.user(name)
  await join(harness.store, fixture.organizationId, user.userId, role)
  return user
}
const tokenOf = async (userId: string) => {
  const { value, hash, start } = newApiKey()
  const [row] = await harness.store.db
    .insert(apiKeys)
    .values({
      name: 'a token',
      hash,
      start,
      userId: userId as never,
      organizationId: fixture.organizationId as OrganizationId,
      appType: 'compute',
      scopes: ['logs'],
    })
    .returning()
  return { token: value, id: row?.id ?? '' }
}
const requestTicket = (token: string) =>
  harness.inject({
    method: 'POST',
    url: `/api/compute-instance/${fixture.instanceId}/trigger/download-logs`,
    token,
    payload: {},
  })
const ticketFor = async (token: string): Promise<string> => {
  const response = await requestTicket(token)
  expect(response.statusCode).toBe(200)
  return response.json().url
}
const open = (url: string) => harness.inject({ url })

const openConnections = () => promisify(harness.app.server.getConnections.bind(harness.app.server))()

/** Starts a download and reads nothing of it. */
const stall = async (token: string): Promise<Socket> => {
  const url = await ticketFor(token)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  sockets.push(socket)
  // A used ticket has either started its download or been rejected.
  await until(async () => (await harness.store.db.$count(logDownloads)) === 0)
  return socket
}

test('a ticket works while its owner may read the log', async () => {
  await write(1)
  const { token, userId } = await member('ada')
  expect((await open(await ticketFor(token))).statusCode).toBe(200)
  expect((await open(await ticketFor((await tokenOf(userId)).token))).statusCode).toBe(200)
})

test.each<[string, (userId: string) => Promise<unknown>, number]>([
  ['was removed', (userId) => harness.store.pool.query('delete from member where user_id = $1', [userId]), 404],
  [
    'was banned',
    (userId) => harness.store.pool.query(`update "user" set banned_for = 'x' where id = $1`, [userId]),
    401,
  ],
  [
    'logged out',
    (userId) => harness.store.pool.query('update session set ended_at = now() where user_id = $1', [userId]),
    401,
  ],
])('a ticket does not work after its owner %s', async (_what, lose, status) => {
  await write(1)
  const { token, userId } = await member('bea')
  const url = await ticketFor(token)
  await lose(userId)
  await until(async () => (await requestTicket(token)).statusCode !== 200)
  const { statusCode, body } = await open(url)
  expect(statusCode).toBe(status)
  expect(body).not.toContain('xxx')
})

test('a ticket of an API token does not work after the token was deleted', async () => {
  await write(1)
  const { userId } = await member('cleo')
  const { token, id } = await tokenOf(userId)
  const url = await ticketFor(token)
  await harness.store.db.delete(apiKeys).where(eq(apiKeys.id, id))
  expect((await open(url)).statusCode).toBe(401)
})

test('limits the downloads of one user, with a message, and allows a new one when one ends', async () => {
  await write(CHUNKS)
  const { token } = await member('dan')
  const stalled: Socket[] = []
  for (let count = 0; count < MAX_DOWNLOADS; count += 1) stalled.push(await stall(token))
  const rejected = await open(await ticketFor(token))
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    429,
    `You have ${MAX_DOWNLOADS} downloads running. Wait until one finishes, then request the file again.`,
  ])
  const { token: other } = await member('mia')
  expect((await open(await ticketFor(other))).statusCode, 'other users are not affected').toBe(200)
  stalled[0]?.destroy()
  await until(async () => (await open(await ticketFor(token))).statusCode === 200)
})

test('a stalled download is aborted and no longer counts', async () => {
  await stop()
  await start(STALL_TIMEOUT_MS)
  await write(CHUNKS)
  const { token } = await member('eve')
  const stalled = await Promise.all(Array.from({ length: MAX_DOWNLOADS }, () => stall(token)))
  expect((await open(await ticketFor(token))).statusCode).toBe(429)
  await until(async () => (await openConnections()) === 0, 30_000)
  expect((await open(await ticketFor(token))).statusCode).toBe(200)
  for (const socket of stalled) {
    let bytes = 0
    socket.on('data', (part) => {
      bytes += part.length
    })
    socket.resume()
    await until(async () => socket.closed)
    expect(bytes).toBeLessThan((CHUNKS * 500_000) / 2)
  }
})

test('limits the downloads of all users together', async () => {
  await write(CHUNKS)
  for (let count = 0; count < MAX_TOTAL; count += 1) await stall((await member(`gil ${count}`)).token)
  const rejected = await open(await ticketFor((await member('hal')).token))
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    429,
    'Too many downloads are running. Wait a minute, then request the file again.',
  ])
})

test('limits tickets to 60 a minute', async () => {
  const { token } = await member('fay')
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) statuses.push((await requestTicket(token)).statusCode)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(statuses[60]).toBe(429)
})
