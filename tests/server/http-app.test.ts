import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineFailure } from '../../server/engines/engine.ts'
import { pageMeasureHandlers } from '../../server/http/page-measures.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { scopesFor } from '../../src/rules/token-scopes.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

let harness: PlatformHarness
let token: string
let consoleFolder: string
let failure: unknown

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'longshore-console-'))
  await mkdir(join(consoleFolder, 'assets'))
  await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleFolder, 'assets/app-1a2b3c.js'), 'plain')
  await writeFile(join(consoleFolder, 'assets/app-1a2b3c.js.br'), 'brotli')
  harness = await platformHarness({
    consoleFolder,
    handlers: (_store, metrics) => ({
      ...pageMeasureHandlers(metrics),
      readProfile: async () => {
        throw failure
      },
    }),
  })
  token = (await harness.user('reader')).token
})
afterAll(async () => {
  await harness.close()
  await rm(consoleFolder, { recursive: true, force: true })
})

test.each([
  { of: 'a lost database', error: Object.assign(new Error('x'), { code: '57P01' }), status: 503, code: 'unavailable' },
  {
    of: 'an unreachable database',
    error: new Error('q', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    status: 503,
    code: 'unavailable',
  },
  { of: 'a full disk', error: Object.assign(new Error('x'), { code: '53100' }), status: 503, code: 'unavailable' },
  {
    of: 'an unreachable engine',
    error: new EngineFailure('engineUnreachable', 'Start Docker.'),
    status: 503,
    code: 'engineUnavailable',
  },
  { of: 'a bug', error: new Error('a secret inside'), status: 500, code: 'unexpected' },
])('$of gets an error response that reveals no internals', async ({ error, status, code }) => {
  failure = error
  const response = await harness.inject({ url: '/api/profile', token })
  expect([response.statusCode, response.json().error]).toEqual([status, code])
  expect(response.body).not.toMatch(/secret|stack|57P01/)
})

test('a valid request id is used, otherwise one is created, and every response carries it', async () => {
  const own = await harness.inject({ url: '/api/health', headers: { 'x-request-id': 'trace-1' } })
  expect(own.headers['x-request-id']).toBe('trace-1')
  const bad = await harness.inject({ url: '/api/nothing', headers: { 'x-request-id': 'two words\u00e9' } })
  expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(bad.json().requestId).toBe(bad.headers['x-request-id'])
})

test('JSON above 1 MB is rejected, and below it is read [A5.10]', async () => {
  const sent = async (bytes: number) => {
    const payload = { name: 'x'.repeat(bytes) }
    const response = await harness.inject({ method: 'PUT', url: '/api/profile', payload, token })
    return [response.statusCode, response.json().error]
  }
  expect(await sent(1_100_000)).toEqual([413, 'tooLarge'])
  expect(await sent(900_000), 'rejected only for the length of its field').toEqual([400, 'invalid'])
})

test('pages can run and load only the console’s own files', async () => {
  const { headers } = await harness.inject({ url: '/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('hashed files are immutable and compressed; every page is served the same document', async () => {
  const file = await harness.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br, gzip' } })
  expect([file.body, file.headers['content-encoding'], file.headers['cache-control']]).toEqual([
    'brotli',
    'br',
    'public, max-age=31536000, immutable',
  ])
  for (const url of ['/', '/login', '/north-quay/dashboard', '/callback/github?token=x.y.z'])
    expect((await harness.inject({ url })).body).toContain('<title>console</title>')
  for (const url of ['/assets/gone.js', '/api/gone', '/socket.io/gone'])
    expect((await harness.inject({ url })).statusCode).toBe(404)
  expect((await harness.inject({ url: '/../package.json' })).body).not.toContain('"dependencies"')
  for (const url of ['/assets/..%2Findex.html', '/assets/%2e%2e%2findex.html', '/assets/..%5Cindex.html', '/assets/.'])
    expect((await harness.inject({ url })).body).not.toContain('<title>console</title>')
})

test('the schema of the configuration file is served for editors', async () => {
  const response = await harness.inject({ url: '/api/configuration-schema.json' })
  expect(response.headers['content-type']).toContain('application/schema+json')
  expect(response.json().properties.services.additionalProperties.required).toContain('image')
})

test('the API document describes every call and the event stream, and its page needs no other host [A7.9]', async () => {
  const { paths, components } = (await harness.inject({ url: '/api/openapi.json' })).json()
  const described = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(described.sort()).toEqual([...callNames, 'notificationStream', 'useDeployHook'].sort())
  const stream = paths['/api/user-notification'].get
  expect(stream.parameters).toMatchObject([
    { name: 'sessionId', in: 'query', required: false },
    { name: 'Last-Event-ID', in: 'header' },
  ])
  const { properties } = stream.responses[200].content['text/event-stream'].schema
  for (const field of ['title', 'description', 'createdAt', 'session', 'additionalData'])
    expect(properties).toHaveProperty(field)
  const search = paths['/api/compute-instance/deployment/{id}/logs/search'].get
  expect(Object.keys(search.responses[200].content)).toEqual(['application/x-ndjson'])
  expect(search.parameters.map(({ name }: { name: string }) => name)).not.toContain('Idempotency-Key')
  expect(components.schemas.ErrorResponse.properties.error.enum).toContain('notAllowed')
  for (const name of callNames) {
    const shape = callNamed(name)
    const operation = paths[`/api/${shape.path}`][shape.method.toLowerCase()]
    const scopes = scopesFor(shape.access) ?? []
    expect(operation.security).toEqual(shape.access === 'public' ? [] : [{ token: scopes }])
    for (const scope of scopes) expect(operation.description).toContain(`\`${scope}\``)
  }
  const page = await harness.inject({ url: '/api/docs' })
  expect(page.body).not.toMatch(/https?:\/\//)
  const reader = await harness.inject({ url: '/api/docs/reader.js' })
  expect([reader.statusCode, reader.headers['content-encoding']]).toEqual([200, 'gzip'])
})

test('metrics count requests by route, never by URL', async () => {
  await harness.inject({ url: `/api/compute-instance/${crypto.randomUUID()}` })
  const { body } = await harness.inject({ url: '/api/metrics' })
  expect(body).toContain('route="/api/compute-instance/:id"')
  expect(body).toContain('longshore_nodejs_eventloop_lag')
})

test('page measurements are counted, and invalid ones are not [A7.43]', async () => {
  const report = async (payload: object) =>
    (await harness.inject({ method: 'POST', url: '/api/metrics/page', payload })).statusCode
  expect(await report({ firstPaintMs: 420, interactionMs: 90, layoutShift: 0.02 })).toBe(200)
  expect(await report({ firstPaintMs: -1 })).toBe(400)
  expect(await report({ page: '/harbour/dashboard' })).toBe(400)
  const { body } = await harness.inject({ url: '/api/metrics' })
  expect(body).toContain('longshore_page_seconds_bucket{le="0.5",measure="first_paint"} 1')
  expect(body).toContain('longshore_page_seconds_sum{measure="interaction"} 0.09')
  expect(body).toContain('longshore_page_layout_shift_count 1')
  expect(body).not.toContain('measure="largest_paint"')
})

test('readiness without failing components returns 200', async () => {
  const { statusCode, body } = await harness.inject({ url: '/api/ready' })
  expect([statusCode, JSON.parse(body)]).toEqual([200, { ready: true, components: {} }])
})

test('too many requests are rejected with a message, counted by user', async () => {
  const small = await platformHarness({ environment: { LONGSHORE_MODE: 'production' } })
  try {
    const { token: busy } = await small.user('busy')
    const { token: calm } = await small.user('calm')
    const statuses = new Set<number>()
    for (let round = 0; round < 16; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 100 }, () => small.inject({ url: '/api/profile', token: busy })),
      )
      for (const { statusCode } of responses) statuses.add(statusCode)
    }
    expect([...statuses].sort()).toEqual([200, 429])
    expect((await small.inject({ url: '/api/profile', token: calm })).statusCode).toBe(200)
  } finally {
    await small.close()
  }
})
