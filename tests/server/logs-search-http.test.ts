import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { logHandlers } from '../../server/compute/logs/log-handlers.ts'
import { createLogSearches } from '../../server/compute/logs/search/search-logs.ts'
import { createSearchPool, type SearchPool } from '../../server/compute/logs/search/search-pool.ts'
import type { Handlers } from '../../server/http/handler.ts'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from './platform-harness.ts'
import { until } from './until.ts'

let harness: PlatformHarness
let fixture: OrganizationFixture
let token: string
let pool: SearchPool
let handlers: Pick<Handlers, 'searchLogs' | 'readDeploymentLogs'>
let pageSignal: AbortSignal | undefined
let url: string

beforeAll(async () => {
  // The store exists only once the harness has started.
  harness = await platformHarness({
    handlers: {
      searchLogs: (context) => handlers.searchLogs(context),
      readDeploymentLogs: (context) => {
        pageSignal = context.signal
        return handlers.readDeploymentLogs(context)
      },
    },
  })
  const { store } = harness
  pool = createSearchPool({ url: store.url, log: pino({ level: 'silent' }) })
  handlers = logHandlers({
    db: store.db,
    checkHealth: async () => '',
    logs: {
      follow() {},
      refresh() {},
      drain: async () => true,
      giveUp: async () => {},
      forget: async () => {},
      stop: async () => {},
    },
    searches: createLogSearches(pool),
    limits: { retentionDays: 30, retentionBytes: 1e9 },
  })
  fixture = await createOrganizationFixture(store, { open: false })
  const owner = await harness.user('owner')
  token = owner.token
  await join(store, fixture.organizationId, owner.userId, 'owner')
  for (let chunk = 0; chunk < 200; chunk += 1)
    await appendLines(store.db, {
      deploymentId: fixture.deploymentId as DeploymentId,
      logType: 'instanceLogs',
      service: '',
      firstSequence: chunk * 100 + 1,
      lines: Array.from({ length: 100 }, (_, at) => ({
        atMs: at,
        stream: 'stdout',
        text: `line ${chunk * 100 + at + 1}`,
      })),
      resume: {},
    })
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = harness.app.server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/api/compute-instance/deployment/${fixture.deploymentId}/logs/search?logType=instanceLogs`
})

afterAll(async () => {
  await pool.stop()
  await harness.close()
})

const search = (query: string, signal?: AbortSignal) =>
  fetch(`${url}&${query}`, { headers: { authorization: `Bearer ${token}` }, ...(signal ? { signal } : {}) })

test('a search streams one JSON value a line, and the last one carries how it ended', async () => {
  const response = await search('find=LINE%201999&limit=100')
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const pieces = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lines = pieces.flatMap((piece) => (piece.kind === 'matches' ? piece.lines : []))
  expect(lines.map(({ log }) => log)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `line ${19_999 - at}`),
    'line 1999',
  ])
  expect(pieces.at(-1)).toEqual({ kind: 'ended', reason: 'all', scanned: 20_000, total: 20_000, found: 11 })
})

test('an invalid pattern is rejected before the response starts, with a field error', async () => {
  const response = await search('as=regex&find=a(%3F!b)')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid', fields: [{ field: 'find' }] })
})

test('a disconnect ends the search, and the caller may search again', async () => {
  const caller = new AbortController()
  const response = await search('find=(l%7Cli)%7B40,%7D%24%7Cline&as=regex&limit=10000', caller.signal)
  await response.body?.getReader().read()
  caller.abort()
  const again = await until(async () => {
    const next = await search('find=line%2020000')
    return next.status === 200 && next
  })
  expect(await again.text()).toContain('"found":1')
})

test('readers that stop reading do not block other searches', async () => {
  for (let chunk = 0; chunk < 50; chunk += 1)
    await appendLines(harness.store.db, {
      deploymentId: fixture.deploymentId as DeploymentId,
      logType: 'shellCommands',
      service: '',
      firstSequence: chunk * 8 + 1,
      lines: Array.from({ length: 8 }, (_, at) => ({ atMs: at, stream: 'stdout', text: 'x'.repeat(40_000) })),
      resume: {},
    })
  const { port, pathname } = new URL(url)
  const stopped = await Promise.all(
    ['ada', 'bob'].map(async (name) => {
      const user = await harness.user(name)
      await join(harness.store, fixture.organizationId, user.userId, 'viewer')
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `GET ${pathname}?logType=shellCommands&find=x&limit=10000 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${user.token}\r\n\r\n`,
      )
      await once(socket, 'readable')
      return socket
    }),
  )
  expect(await (await search('find=LINE%201999')).text()).toContain('"reason":"all"')
  for (const socket of stopped) socket.destroy()
})

test('a disconnect during a page request is detected', async () => {
  const holder = await harness.store.pool.connect()
  const caller = new AbortController()
  try {
    // Blocks the page request.
    await holder.query('begin; lock table log_chunk in access exclusive mode')
    const page = fetch(url.replace('/search?', '?'), {
      headers: { authorization: `Bearer ${token}` },
      signal: caller.signal,
    }).catch(() => undefined)
    const signal = await until(async () => pageSignal)
    expect(signal.aborted).toBe(false)
    caller.abort()
    await until(async () => signal.aborted)
    await page
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
