import { randomBytes } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { endOtherSessions } from '../../server/session/sessions.ts'
import { type LiveHarness, liveHarness } from '../server/live-harness.ts'
import { createOrganizationFixture } from '../server/platform-harness.ts'

/** Limit of unknown tokens from one address per minute. */
const MAX_ATTEMPTS = 20
const FLOOD = 400
/** Allowance for unrelated queries and for batched lookups. */
const BESIDES = 60

let harness: LiveHarness
let queries = 0
let user: Awaited<ReturnType<LiveHarness['user']>>
let key: string
beforeAll(async () => {
  harness = await liveHarness({ LONGSHORE_UNKNOWN_TOKENS_PER_MINUTE: String(MAX_ATTEMPTS) })
  harness.store.pool.on('acquire', () => {
    queries += 1
  })
  user = await harness.user('ada')
  const { organizationId } = await createOrganizationFixture(harness.store, { open: false })
  const made = newApiKey()
  key = made.value
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start) values ($1, $2, 'compute', 'known', $3, $4)`,
    [user.userId, organizationId, made.hash, made.start],
  )
  expect((await requestWith(key)).statusCode).toBe(200)
})
afterAll(() => harness.close())

let address = 0
beforeEach(() => {
  address += 1
  queries = 0
})

/** Each test attacks from a different address. */
const from = () => `203.0.113.${address}`
const requestWith = (token: string, remoteAddress = '198.51.100.1') =>
  harness.inject({ method: 'GET', url: '/api/withdrawal/limit', token, remoteAddress })
const randomKey = () => `lsk_${randomBytes(64).toString('base64url')}`
const flood = <T>(one: (number: number) => T) => Promise.all(Array.from({ length: FLOOD }, (_, number) => one(number)))

const countBy = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]))

test('random API tokens from one address are looked up in batches, and valid tokens from it still work', async () => {
  const fresh = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start)
     select user_id, organization_id, app_type, 'fresh', $1, $2 from api_key limit 1`,
    [fresh.hash, fresh.start],
  )
  queries = 0
  const flooding = flood(() => requestWith(randomKey(), from()))
  // A valid token that this node has not cached, in the middle of the flood.
  expect((await requestWith(fresh.value, from())).statusCode).toBe(200)
  const responses = await flooding
  expect(countBy(responses.map(({ statusCode }) => statusCode))).toEqual({ 401: FLOOD })
  expect(queries).toBeLessThanOrEqual(MAX_ATTEMPTS + BESIDES)
  for (const where of [from(), '198.51.100.2'])
    for (const token of [key, user.token]) expect((await requestWith(token, where)).statusCode).toBe(200)
})

test('a wrong token that is sent repeatedly is looked up once', async () => {
  const wrong = randomKey()
  expect((await requestWith(wrong, from())).statusCode).toBe(401)
  queries = 0
  const responses = await flood(() => requestWith(wrong, from()))
  expect(countBy(responses.map(({ statusCode }) => statusCode))).toEqual({ 401: FLOOD })
  expect(queries).toBeLessThanOrEqual(BESIDES)
})

test('access tokens with an invalid signature cause no database lookups', async () => {
  const forged = (number: number) => `${user.token.slice(0, -6)}${String(number).padStart(6, 'A')}`
  const responses = await flood((number) => requestWith(forged(number), from()))
  expect(countBy(responses.map(({ statusCode }) => statusCode))).toEqual({ 401: FLOOD })
  expect(queries).toBeLessThanOrEqual(BESIDES)
})

test('the token of a session that has ended is looked up once', async () => {
  const left = await harness.user('left')
  await endOtherSessions(harness.store.db, from(), left.userId, user.userId)
  harness.tokens.clearCache()
  expect((await requestWith(left.token, from())).statusCode).toBe(401)
  queries = 0
  const responses = await flood(() => requestWith(left.token, from()))
  expect(countBy(responses.map(({ statusCode }) => statusCode))).toEqual({ 401: FLOOD })
  expect(queries).toBeLessThanOrEqual(BESIDES)
})

test.each([
  { what: 'session secrets', url: '/api/auth/renew', body: () => ({ secret: randomBytes(32).toString('base64url') }) },
  {
    what: 'device codes',
    url: '/api/auth/cli/token',
    body: () => ({ deviceCode: randomBytes(32).toString('base64url') }),
  },
])('random $what from one address are looked up in batches', async ({ url, body }) => {
  await flood(() => harness.inject({ method: 'POST', url, payload: body(), remoteAddress: from() }))
  expect(queries).toBeLessThanOrEqual(MAX_ATTEMPTS + BESIDES)
})

const outcome = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error: Error & { data?: { error: string } }) =>
      resolve(error.data?.error ?? error.message),
    )
  })

test('random tokens in socket handshakes are looked up in batches, and valid ones still connect', async () => {
  const sockets = await flood(() => harness.connect(randomKey()))
  const outcomes = await Promise.all(sockets.map(outcome))
  for (const socket of sockets) socket.disconnect()
  expect(outcomes.filter((one) => one === 'sessionEnded').length).toBe(FLOOD)
  expect(queries).toBeLessThanOrEqual(MAX_ATTEMPTS + BESIDES)
  expect(await outcome(harness.connect(user.token))).toBe('connected')
  expect(await outcome(harness.connect(key))).toBe('connected')
})
