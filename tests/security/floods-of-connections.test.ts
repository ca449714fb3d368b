import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchResponse } from '../../src/contract/live.ts'
import { type LiveHarness, liveHarness } from '../server/live-harness.ts'
import { createOrganizationFixture, join } from '../server/platform-harness.ts'
import { until } from '../server/until.ts'

const CONNECTIONS = 3
const WATCHES = 4
const REQUESTS = 60

let harness: LiveHarness
beforeEach(async () => {
  harness = await liveHarness({
    LONGSHORE_CONNECTIONS_PER_USER: String(CONNECTIONS),
    LONGSHORE_WATCHES_PER_USER: String(WATCHES),
    LONGSHORE_REQUESTS_PER_MINUTE: String(REQUESTS),
  })
})
afterEach(() => harness.close())

const outcome = (socket: Socket) =>
  new Promise<{ error?: string; message: string }>((resolve) => {
    socket.once('connect', () => resolve({ message: 'connected' }))
    socket.once('connect_error', (error: Error & { data?: { error: string } }) =>
      resolve({ message: error.message, ...(error.data && { error: error.data.error }) }),
    )
  })

test('limits the sockets of one user, with a message, and allows a new one when one closes', async () => {
  const { token } = await harness.user('ada')
  const sockets = Array.from({ length: CONNECTIONS }, () => harness.connect(token))
  for (const socket of sockets) expect((await outcome(socket)).message).toBe('connected')
  expect(await outcome(harness.connect(token))).toEqual({
    error: 'tooManyConnections',
    message: `You have ${CONNECTIONS} live connections open. Close a browser or a program and try again.`,
  })
  const { token: other } = await harness.user('mia')
  expect((await outcome(harness.connect(other))).message).toBe('connected')
  sockets[0]?.disconnect()
  await until(async () => (await outcome(harness.connect(token))).message === 'connected')
})

test('limits the notification streams of one user', async () => {
  const { token } = await harness.user('ada')
  const open = (given: string, signal: AbortSignal) =>
    fetch(`${harness.origin}/api/user-notification`, { headers: { authorization: `Bearer ${given}` }, signal })
  const streams = Array.from({ length: CONNECTIONS }, () => new AbortController())
  for (const { signal } of streams) expect((await open(token, signal)).status).toBe(200)
  const rejected = await open(token, new AbortController().signal)
  expect([rejected.status, (await rejected.json()).error]).toEqual([429, 'tooManyConnections'])
  const { token: other } = await harness.user('mia')
  const others = new AbortController()
  expect((await open(other, others.signal)).status).toBe(200)
  for (const stream of [others, ...streams.slice(1)]) stream.abort()
  await until(async () => {
    const again = new AbortController()
    const { status } = await open(token, again.signal)
    again.abort()
    return status === 200
  })
  streams[0]?.abort()
})

const watch = (socket: Socket, topic: string): Promise<WatchResponse> =>
  socket.timeout(5000).emitWithAck('watch', { topic, after: null })

test('limits the topics that one user watches across all sockets', async () => {
  const { userId, token } = await harness.user('ada')
  const topics: string[] = []
  for (let number = 0; number <= WATCHES; number += 1) {
    const { organizationId } = await createOrganizationFixture(harness.store, { open: false })
    await join(harness.store, organizationId, userId, 'member')
    topics.push(`organization/${organizationId}`)
  }
  const [one, two] = [harness.connect(token), harness.connect(token)]
  for (const [place, topic] of topics.slice(0, WATCHES).entries())
    expect(await watch(place % 2 ? one : two, topic)).toMatchObject({ ok: true })
  const last = topics[WATCHES] ?? ''
  expect(await watch(one, last)).toEqual({
    ok: false,
    error: 'tooManyConnections',
    message: `You are watching ${WATCHES} topics. Close some pages, then try again.`,
  })
  // Watching the same topic again does not count twice, and a rejected watch does not count.
  expect(await watch(two, topics[0] ?? '')).toMatchObject({ ok: true })
  expect(await watch(one, 'organization/00000000-0000-4000-8000-000000000000')).toMatchObject({ ok: false })
  one.emit('unwatch', { topic: topics[1] })
  expect(await watch(one, last)).toMatchObject({ ok: true })
  two.disconnect()
  await until(async () => (await watch(one, topics[0] ?? '')).ok)
})

test('repeated watches are rate-limited before the database is queried', async () => {
  const { userId, token } = await harness.user('ada')
  const { organizationId } = await createOrganizationFixture(harness.store, { open: false })
  await join(harness.store, organizationId, userId, 'member')
  const socket = harness.connect(token)
  await outcome(socket)
  let queries = 0
  harness.store.pool.on('acquire', () => {
    queries += 1
  })
  const nobodys = () => `organization/${crypto.randomUUID()}`
  const responses = await Promise.all(Array.from({ length: 4 * REQUESTS }, () => watch(socket, nobodys())))
  const counted = (error: string) => responses.filter((response) => !response.ok && response.error === error).length
  expect(counted('tooMany')).toBeGreaterThanOrEqual(3 * REQUESTS)
  expect(queries).toBeLessThanOrEqual(REQUESTS + 10)
})

test('handshakes count towards the request limit of their address', async () => {
  const sockets = Array.from({ length: 2 * REQUESTS }, () => harness.connect('no token of ours'))
  const outcomes = await Promise.all(sockets.map(outcome))
  expect(outcomes.filter(({ error }) => error === 'sessionEnded').length).toBeLessThanOrEqual(REQUESTS)
  // The HTTP request itself is rejected, so the socket receives no API error.
  expect(outcomes.filter(({ error }) => error === undefined).length).toBeGreaterThanOrEqual(REQUESTS)
})
