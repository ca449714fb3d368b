import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditHandlers } from '../../server/audit/audit-handlers.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from '../server/platform-harness.ts'
import { until } from '../server/until.ts'
import { writeLongAuditLog } from './support/long-responses.ts'
import { readSlowly, type SlowReader } from './support/slow-reader.ts'

const MAX_PER_USER = 2
const MAX_PER_ORGANIZATION = 4
const MAX_PER_MINUTE = 10

let harness: PlatformHarness
let fixture: OrganizationFixture
let port: number
let readers: SlowReader[]

beforeAll(async () => {
  harness = await platformHarness({
    environment: { LONGSHORE_MODE: 'production' },
    handlers: ({ db }) => auditHandlers(db),
  })
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  port = (harness.app.server.address() as AddressInfo).port
})
afterAll(() => harness.close())
beforeEach(async () => {
  readers = []
  fixture = await createOrganizationFixture(harness.store, { open: false })
})
afterEach(() => {
  for (const reader of readers) reader.stop()
})

const admin = async (): Promise<string> => {
  const { userId, token } = await harness.user('ada')
  await join(harness.store, fixture.organizationId, userId, 'admin')
  return token
}
const path = () => `/api/organization/${fixture.organizationId}/audit/export`
const start = async (token: string): Promise<SlowReader> => {
  const reader = await readSlowly(port, path(), token)
  readers.push(reader)
  return reader
}
const reject = async (token: string) => {
  const { statusCode, body } = await harness.inject({ url: path(), token })
  const { error, message } = JSON.parse(body)
  return [statusCode, error, message]
}

test('limits the running exports of one user, with a message, and allows the next when one ends', async () => {
  await writeLongAuditLog(harness, fixture)
  const token = await admin()
  const running = [await start(token), await start(token)]
  expect(running.map((reader) => reader.status())).toEqual(Array(MAX_PER_USER).fill(200))
  expect(await reject(token)).toEqual([
    429,
    'tooManyConnections',
    `You have ${MAX_PER_USER} exports running. Wait until one finishes, then export again.`,
  ])
  running[0]?.stop()
  await until(async () => (await start(token)).status() === 200)
})

test('limits the running exports of one organisation, and not those of others', async () => {
  await writeLongAuditLog(harness, fixture)
  const [ada, bea, cleo] = [await admin(), await admin(), await admin()]
  const running = await Promise.all([start(ada), start(ada), start(bea), start(bea)])
  expect(running.map((reader) => reader.status())).toEqual(Array(MAX_PER_ORGANIZATION).fill(200))
  expect(await reject(cleo)).toEqual([
    429,
    'tooManyConnections',
    `Members of this organisation have ${MAX_PER_ORGANIZATION} exports running. Wait until one finishes, then export again.`,
  ])
  fixture = await createOrganizationFixture(harness.store, { open: false })
  expect((await harness.inject({ url: path(), token: await admin() })).statusCode).toBe(200)
})

test('an export that is rejected by the limit of its organisation takes no place of its user', async () => {
  await writeLongAuditLog(harness, fixture)
  const [ada, bea, cleo] = [await admin(), await admin(), await admin()]
  const running = await Promise.all([start(ada), start(ada), start(bea), start(bea)])
  for (let attempt = 0; attempt < MAX_PER_USER; attempt += 1) expect((await reject(cleo))[0]).toBe(429)
  for (const reader of running) reader.stop()
  await until(async () => (await start(cleo)).status() === 200)
})

test('limits the exports of one user to ten a minute', async () => {
  const token = await admin()
  const statuses: number[] = []
  for (let count = 0; count <= MAX_PER_MINUTE; count += 1)
    statuses.push((await harness.inject({ url: path(), token })).statusCode)
  expect(statuses).toEqual([...Array(MAX_PER_MINUTE).fill(200), 429])
})
