import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { auditHandlers } from '../../server/audit/audit-handlers.ts'
import { serveDownloads } from '../../server/compute/logs/download/download-routes.ts'
import { logHandlers } from '../../server/compute/logs/log-handlers.ts'
import { createLogSearches } from '../../server/compute/logs/search/search-logs.ts'
import { createSearchPool, type SearchPool } from '../../server/compute/logs/search/search-pool.ts'
import { callerOf } from '../../server/http/caller-of-request.ts'
import { sendPieces } from '../../server/http/send-pieces.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { endWithoutAccess } from '../../server/live/responses/end-without-access.ts'
import { mayVisit } from '../../src/contract/access.ts'
import { startHaproxy, startNginx } from '../reverse-proxies.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from '../server/platform-harness.ts'
import { until } from '../server/until.ts'
import { writeLongAuditLog, writeLongLog } from './support/long-responses.ts'
import { readSlowly, type SlowReader } from './support/slow-reader.ts'

/** About a second, and the time in which the slow reader takes what was under way. */
const CUT_WITHIN_MS = scaleToLoad(5000)
/** Proxies deliver what they have buffered. */
const CUT_BY_PROXY_WITHIN_MS = 20_000

let harness: PlatformHarness
let pool: SearchPool
let fixture: OrganizationFixture
let port: number
let readers: SlowReader[]

beforeAll(async () => {
  harness = await platformHarness({
    environment: { LONGSHORE_MODE: 'production' },
    handlers: ({ db, url }) => {
      pool = createSearchPool({ url, log: pino({ level: 'silent' }) })
      const logs = { refresh: () => undefined } as unknown as Parameters<typeof logHandlers>[0]['logs']
      const limits = { retentionDays: 30, retentionBytes: 1e9 }
      return {
        ...auditHandlers(db),
        ...logHandlers({ db, logs, checkHealth: async () => '', searches: createLogSearches(pool), limits }),
      }
    },
    live: ({ app, store: { db }, ...checks }) => {
      serveDownloads(app, { db, ...checks })
      // No call of the contract streams to visitors.
      app.get<{ Params: { id: string } }>('/api/visited/:id', async (request, reply) => {
        const granted = {
          caller: callerOf(request),
          access: mayVisit('organization.read', 'organization', 'params.id'),
          id: request.params.id,
        }
        const scope = await checks.authorize(granted.caller, granted.access, granted.id)
        endWithoutAccess(reply, checks, { ...granted, scope })
        return sendPieces(reply, endlessPieces())
      })
    },
  })
  fixture = await createOrganizationFixture(harness.store, { open: false })
  await writeLongLog(harness, fixture, 60)
  await writeLongAuditLog(harness, fixture)
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  port = (harness.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await pool.stop()
  await harness.close()
})
beforeEach(() => {
  readers = []
})
afterEach(async () => {
  for (const reader of readers) reader.stop()
  await query('delete from role_permission')
})

async function* endlessPieces() {
  for (;;) yield 'x'.repeat(100_000)
}
const query = (text: string, values: unknown[] = []) => harness.store.pool.query(text, values)

interface Member {
  userId: string
  token: string
}
const admin = async (): Promise<Member> => {
  const user = await harness.user('ada')
  await join(harness.store, fixture.organizationId, user.userId, 'admin')
  return user
}
const withApiToken = async (): Promise<Member> => {
  const { userId } = await admin()
  const { value, hash, start } = newApiKey()
  await query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes)
     values ($1, $2, 'compute', 'a token', $3, $4, '{read,logs,audit}')`,
    [userId, fixture.organizationId, hash, start],
  )
  return { userId, token: value }
}

const opened = async (path: string, token?: string) => {
  const reader = await readSlowly(port, path, token)
  readers.push(reader)
  return reader
}
const download = async ({ token }: Member) => {
  const url = `/api/compute-instance/${fixture.instanceId}/trigger/download-logs`
  const response = await harness.inject({ method: 'POST', url, token, payload: {} })
  return opened(response.json().url)
}
const exportPath = () => `/api/organization/${fixture.organizationId}/audit/export`
const exportAudit = ({ token }: Member) => opened(exportPath(), token)
const search = ({ token }: Member) =>
  opened(
    `/api/compute-instance/deployment/${fixture.deploymentId}/logs/search?logType=instanceLogs&find=x&limit=10000`,
    token,
  )
const openAll = async (member: Member) => Promise.all([download(member), exportAudit(member), search(member)])

const expectCut = async (cut: SlowReader[]) => {
  await until(async () => cut.every((reader) => reader.isClosed() || reader.isComplete()), CUT_WITHIN_MS)
  expect(cut.map((reader) => [reader.status(), reader.isComplete(), reader.isReset()])).toEqual(
    cut.map(() => [200, false, true]),
  )
}
const ofUser = (text: string) => (userId: string) => query(text, [userId])
const ofRole = (role: string) =>
  query(`insert into role_permission (organization_id, role, permissions) values ($1, $2, '{instances.read}')`, [
    fixture.organizationId,
    role,
  ])

test.each<[string, (userId: string) => Promise<unknown>]>([
  ['is banned', ofUser(`update "user" set banned_for = 'x' where id = $1`)],
  ['must pass a security check', ofUser(`update "user" set security_check_for = 'x' where id = $1`)],
  ['signs out, or ends the session elsewhere', ofUser('update session set ended_at = now() where user_id = $1')],
  ['leaves or is removed', ofUser('delete from member where user_id = $1')],
  [
    'gets a role without the permission',
    async (userId) => {
      await ofRole('viewer')
      await query(`update member set role = 'viewer' where user_id = $1`, [userId])
    },
  ],
  ['has a role that loses the permission', () => ofRole('admin')],
  [
    'is a member of an organisation that is deleted',
    async () => {
      const { organizationId } = fixture
      onTestFinished(async () => {
        await query('update organization set deleted_at = null where id = $1', [organizationId])
      })
      await query('update organization set deleted_at = now() where id = $1', [organizationId])
    },
  ],
])('running responses are cut off when their user %s', async (_what, lose) => {
  const member = await admin()
  const running = await openAll(member)
  await lose(member.userId)
  await expectCut(running)
})

test('running responses are cut off when their session reaches its end', async () => {
  const member = await admin()
  const running = await openAll(member)
  await query(`update session set expires_at = now() + interval '1 second' where user_id = $1`, [member.userId])
  await expectCut(running)
})

test.each([
  ['deleted', 'delete from api_key where user_id = $1'],
  ['expired', 'update api_key set expires_at = now() where user_id = $1'],
  ['narrowed to other scopes', `update api_key set scopes = '{read}' where user_id = $1`],
])('running responses to an API token are cut off when it is %s', async (_what, change) => {
  const member = await withApiToken()
  const running = await openAll(member)
  await query(change, [member.userId])
  await expectCut(running)
})

test('a running response to a visitor is cut off when the organisation becomes private', async () => {
  const { organizationId } = await createOrganizationFixture(harness.store, { open: true })
  const running = await Promise.all([
    opened(`/api/visited/${organizationId}`),
    opened(`/api/visited/${organizationId}`),
  ])
  await query('update organization set publicly_accessible = false where id = $1', [organizationId])
  await expectCut(running)
})

test.each([
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
])('a response that was cut off is incomplete behind %s too', async (_name, startProxy) => {
  const proxy = await startProxy(port)
  onTestFinished(() => proxy.stop())
  const { userId, token } = await admin()
  const reader = await readSlowly(proxy.port, exportPath(), token)
  readers.push(reader)
  await query('delete from member where user_id = $1', [userId])
  await until(async () => reader.isClosed() || reader.isComplete(), CUT_BY_PROXY_WITHIN_MS)
  expect([reader.status(), reader.isComplete()]).toEqual([200, false])
})

test("another user's responses go on", async () => {
  const [lost, other] = [await admin(), await admin()]
  const running = await openAll(lost)
  const going = await openAll(other)
  await query('delete from member where user_id = $1', [lost.userId])
  await expectCut(running)
  const before = going.map((reader) => reader.bytes())
  await until(async () => going.every((reader, at) => reader.bytes() > (before[at] ?? 0) || reader.isComplete()))
  expect(going.map((reader) => reader.isClosed())).toEqual([false, false, false])
})

test('responses that were cut off free their places and connections', async () => {
  const member = await admin()
  const openMost = async () => {
    const most = await Promise.all([
      ...Array.from({ length: 5 }, () => download(member)),
      ...Array.from({ length: 2 }, () => exportAudit(member)),
      search(member),
    ])
    expect(most.map((reader) => reader.status())).toEqual(most.map(() => 200))
    return most
  }
  const running = await openMost()
  await ofRole('admin')
  await expectCut(running)
  await query('delete from role_permission')
  await openMost()
})
