import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { serveDownloads } from '../../server/compute/logs/download/download-routes.ts'
import { triggerInstance } from '../../server/compute/logs/trigger-instance.ts'
import type { Caller } from '../../server/http/handler.ts'
import { permissions } from '../../src/contract/access.ts'
import type { ParsedOf } from '../../src/contract/contract.ts'
import type { DeploymentId, InstanceId, OrganizationId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from './platform-harness.ts'
import { until } from './until.ts'

const AT = Date.UTC(2026, 9, 1)

describe('a log as a file', () => {
  let harness: PlatformHarness
  let fixture: OrganizationFixture
  let caller: Caller
  beforeAll(async () => {
    harness = await platformHarness({
      live: ({ app, store, authorize, recheck, rights }) =>
        serveDownloads(app, { db: store.db, authorize, recheck, rights }),
    })
    caller = await harness.tokens.authenticate((await harness.user('reader')).token)
    fixture = await ownEstate()
    await write('', ['first', 'second\twith a tab', 'third'])
  })
  afterAll(() => harness.close())

  const ownEstate = async () => {
    const made = await createOrganizationFixture(harness.store, { open: false })
    if (caller.kind === 'user') await join(harness.store, made.organizationId, caller.userId, 'viewer')
    return made
  }
  const write = (service: string, texts: string[]) =>
    appendLines(harness.store.db, {
      deploymentId: fixture.deploymentId as DeploymentId,
      logType: 'instanceLogs',
      service,
      firstSequence: 1,
      lines: texts.map((text, at) => ({ atMs: AT + at, stream: at === 1 ? 'stderr' : 'stdout', text })),
      resume: {},
    })
  const ticketUrl = async (more: Partial<ParsedOf<'triggerInstance'>> = {}) => {
    const id = fixture.instanceId as InstanceId
    const organizationId = fixture.organizationId as OrganizationId
    const response = await triggerInstance(
      { db: harness.store.db, logs: { refresh: () => {} }, checkHealth: async () => '' },
      {
        input: { id, type: 'download-logs', logType: 'instanceLogs', format: 'text', ...more },
        caller,
        scope: { organizationId, role: 'owner', permissions },
        address: '127.0.0.1',
      },
    )
    return response.url ?? ''
  }
  const get = (url: string) => harness.inject({ method: 'GET', url })

  test('is downloaded once, without a token, under the name of its instance [P7.24]', async () => {
    const url = await ticketUrl()
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="service-logs-${fixture.instanceId}.log"`,
    )
    expect(response.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    expect(response.body).toBe(
      '2026-10-01T00:00:00.000Z\tfirst\n2026-10-01T00:00:00.001Z\tsecond\twith a tab\n2026-10-01T00:00:00.002Z\tthird\n',
    )
    const again = await get(url)
    expect([again.statusCode, again.json().message]).toEqual([
      404,
      'This file was already downloaded, or its link has expired. Request it again.',
    ])
  })

  test('holds a range, and each line as JSON, when requested', async () => {
    const response = await get(await ticketUrl({ format: 'ndjson', first: 2, last: 2 }))
    expect(response.headers['content-disposition']).toMatch(/\.ndjson"$/)
    expect(response.body).toBe(
      `${JSON.stringify({ sequence: 2, time: '2026-10-01T00:00:00.001Z', stream: 'stderr', log: 'second\twith a tab' })}\n`,
    )
  })

  test('opens for one minute, and only for the deployment of its ticket', async () => {
    const late = await ticketUrl()
    await harness.store.pool.query(`update log_download set expires_at = now() - interval '1 second'`)
    expect((await get(late)).statusCode).toBe(404)
    const foreign = await createOrganizationFixture(harness.store, { open: false })
    const moved = (await ticketUrl()).replace(fixture.deploymentId, foreign.deploymentId)
    expect((await get(moved)).statusCode).toBe(404)
    await expect(ticketUrl({ deploymentId: foreign.deploymentId as DeploymentId })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('is not used up by a HEAD request, and its ticket is not stored in plain text', async () => {
    const url = await ticketUrl()
    expect((await harness.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    const { rows } = await harness.store.pool.query('select log_download::text as row from log_download')
    const ticket = url.slice(url.lastIndexOf('/') + 1)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(rows.some(({ row }) => row.includes(ticket) || row.includes(Buffer.from(ticket).toString('hex')))).toBe(
      false,
    )
    expect((await get(url)).statusCode).toBe(200)
  })

  test('of any size arrives complete, piece by piece', async () => {
    const other = await ownEstate()
    const lines = Array.from({ length: 1000 }, (_, at) => ({
      atMs: AT,
      stream: 'stdout' as const,
      text: `${at} ${'x'.repeat(500)}`,
    }))
    for (let chunk = 0; chunk < 20; chunk += 1)
      await appendLines(harness.store.db, {
        deploymentId: other.deploymentId as DeploymentId,
        logType: 'instanceLogs',
        service: '',
        firstSequence: chunk * 1000 + 1,
        lines,
        resume: {},
      })
    const response = await get(await ticketUrl({ id: other.instanceId as InstanceId }))
    expect(response.body.split('\n')).toHaveLength(20_001)
  })

  test('is read no faster than the client reads', async () => {
    const other = await ownEstate()
    const chunks = 120
    const lines = Array.from({ length: 500 }, () => ({ atMs: AT, stream: 'stdout' as const, text: 'x'.repeat(1000) }))
    for (let chunk = 0; chunk < chunks; chunk += 1)
      await appendLines(harness.store.db, {
        deploymentId: other.deploymentId as DeploymentId,
        logType: 'instanceLogs',
        service: '',
        firstSequence: chunk * 500 + 1,
        lines,
        resume: {},
      })
    const url = await ticketUrl({ id: other.instanceId as InstanceId })
    await harness.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = harness.app.server.address() as AddressInfo
    const response = await new Promise<IncomingMessage>((resolve) => request({ port, path: url }, resolve).end())

    // The client reads nothing: buffers fill up and the download pauses.
    let [before, still] = [-1, 0]
    await until(async () => {
      still = response.socket.bytesRead === before ? still + 1 : 0
      before = response.socket.bytesRead
      return still > 20
    })
    await harness.store.pool.query('delete from log_chunk where deployment_id = $1', [other.deploymentId])
    let bytes = 0
    for await (const part of response) bytes += part.length
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan((chunks * lines.length * 1000) / 2)
  })

  test('of several services is merged by time, and each line names its replica', async () => {
    const other = await ownEstate()
    const address = {
      deploymentId: other.deploymentId as DeploymentId,
      logType: 'instanceLogs' as const,
      firstSequence: 1,
    }
    for (const [service, later] of [
      ['', 0],
      ['worker', 1],
    ] as const) {
      const lines = [0, 10].map((at) => ({
        atMs: AT + at + later,
        stream: 'stdout' as const,
        text: `${service} ${at}`,
      }))
      await appendLines(harness.store.db, { ...address, service, lines, resume: {} })
    }
    const late = { atMs: AT + 20, stream: 'stdout' as const, text: 'worker.2 20' }
    await appendLines(harness.store.db, { ...address, service: 'worker.2', lines: [late], resume: {} })
    const id = other.instanceId as InstanceId
    const { body } = await get(await ticketUrl({ id }))
    const first = body.split('\t')[1]
    expect(body.split('\n').map((line) => line.split('\t').slice(1))).toEqual([
      [first, ' 0'],
      ['worker 1', 'worker 0'],
      [first, ' 10'],
      ['worker 1', 'worker 10'],
      ['worker 2', 'worker.2 20'],
      [],
    ])
    const json = await get(await ticketUrl({ id, format: 'ndjson', first: 5, last: 5 }))
    expect(JSON.parse(json.body)).toEqual({
      sequence: 5,
      time: new Date(AT + 20).toISOString(),
      stream: 'stdout',
      log: 'worker.2 20',
      replica: 'worker 2',
    })
    const named = await get(await ticketUrl({ id: other.instanceId as InstanceId, serviceName: 'worker' }))
    expect(named.body.split('\n')).toHaveLength(3)

    const someOf = async (...serviceNames: string[]) =>
      (await get(await ticketUrl({ id, serviceNames }))).body.split('\n').map((line) => line.split('\t').slice(1))
    expect(await someOf('app', 'worker.2', 'worker.2'), 'a subset, with the names that all have together').toEqual([
      [first, ' 0'],
      [first, ' 10'],
      ['worker 2', 'worker.2 20'],
      [],
    ])
    expect(await someOf('worker.2'), 'one').toEqual([['worker.2 20'], []])
    expect(await someOf('worker', 'worker.9'), 'one that has written nothing').toEqual([
      ['worker 1', 'worker 0'],
      ['worker 1', 'worker 10'],
      [],
    ])
  })
})

describe('fetching again', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  test('resumes at the reader’s position: nothing lost, nothing repeated [P4.7] [P7.24]', async () => {
    const made = await harness.deploy({
      image: 'longshore/burst:1',
      ports: [],
      environment: [
        { name: 'LINES', value: '600' },
        { name: 'LINES_PER_SECOND', value: '600' },
      ],
    })
    const numbers = async () => (await harness.lines(made, 'instanceLogs')).map((line) => Number(line.split(' ')[1]))
    for (const expectedCount of [50, 200, 350]) {
      await until(async () => (await numbers()).length >= expectedCount)
      expect(await harness.call('triggerInstance', { id: made._id, type: 'fetch-logs' })).toMatchObject({ url: null })
    }
    await until(async () => (await numbers()).length >= 600)
    expect(await numbers()).toEqual(Array.from({ length: 600 }, (_, index) => index + 1))
  })
})
