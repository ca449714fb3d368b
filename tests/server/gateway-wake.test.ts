import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { upgradeConnection } from '../../bench/gateway/web-socket.ts'
import type { WakeReport } from '../../server/gateway/control/control-messages.ts'
import { defaultHoldLimits } from '../../server/gateway/holding/hold-limits.ts'
import type { WakeRejection } from '../../server/gateway/holding/wake-rejection.ts'
import { createTestAuthority } from '../certificates.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { echoProgram, sleepingRoute, wakeOf } from './sleeping-service.ts'
import { until } from './until.ts'

const HOST = 'shop.localhost'
const PLACES = defaultHoldLimits.perService

let gateway: RoutedGateway
let program: Awaited<ReturnType<typeof echoProgram>>
let wakes: WakeReport[]
beforeEach(async () => {
  program = await echoProgram()
  await start()
})
afterEach(async () => {
  await gateway.close()
  program.close()
})

async function start(holdMs?: number): Promise<void> {
  gateway = await routedGateway([], { httpPort: null, httpsPort: 0 }, holdMs)
  wakes = []
  gateway.link.onWake((wake) => wakes.push(wake))
  gateway.routes.replaceAll([sleepingRoute('shop')])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
}

const restartWith = async (holdMs: number) => {
  await gateway.close()
  await start(holdMs)
}
const requested = (times = 1) => until(async () => wakes.length >= times)
const wake = () => gateway.routes.change([sleepingRoute('shop', [program.target])], [])
const respond = (rejection: WakeRejection | null) =>
  gateway.link.send({ type: 'waking', instanceId: 'shop', service: 'web', rejection })

test('holds requests to a service that sleeps, asks once for all of them, and forwards them when it is ready', async () => {
  const first = gateway.get(HOST, { method: 'POST', body: 'one' })
  await requested()
  const others = ['two', 'three'].map((body) => gateway.get(HOST, { method: 'POST', body }))
  // Serves something else meanwhile.
  expect((await gateway.get('nobody.localhost')).status).toBe(404)
  expect(wakes).toEqual([wakeOf('shop')])
  wake()
  const responses = await Promise.all([first, ...others])
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [200, 'one'],
    [200, 'two'],
    [200, 'three'],
  ])
  expect(wakes).toHaveLength(1)
})

test('a WebSocket wakes a service too', async () => {
  const opened = upgradeConnection(gateway.port, HOST)
  await requested()
  wake()
  const socket = await opened
  socket.write('ahoy')
  expect(String((await once(socket, 'data'))[0])).toBe('ahoy')
  socket.destroy()
})

test('a request of HTTP/2 to a custom domain wakes a service', async () => {
  const authority = await createTestAuthority()
  const name = 'shop.test'
  const domain = {
    id: 'a domain',
    name,
    containerPort: null,
    redirects: false,
    hstsSeconds: 0,
    servesChallenges: false,
  }
  gateway.routes.change([sleepingRoute('shop', [], { domains: [domain] })], [])
  const certificates = [{ domainId: domain.id, ...(await authority.issue([name])) }]
  gateway.link.send({ type: 'allCertificates', certificates, isFirst: true, isLast: true })
  const session = await until(async () => {
    const tried = connectHttp2(`https://127.0.0.1:${gateway.httpsPort}`, { servername: name, ca: authority.root })
    const [event] = await Promise.race([
      once(tried, 'connect').then(() => ['connect']),
      once(tried, 'error').then(() => ['error']),
    ]).catch(() => ['error'])
    return event === 'connect' && tried
  })
  const stream = session.request({ ':method': 'POST', ':path': '/', ':authority': name })
  stream.end('over HTTP/2')
  await requested()
  gateway.routes.change([sleepingRoute('shop', [program.target], { domains: [domain] })], [])
  let body = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    body += part
  })
  await once(stream, 'end')
  expect(body).toBe('over HTTP/2')
  session.destroy()
})

test('reads no more of a large body than its buffers hold until the service is awake', async () => {
  const size = 64 * 1_048_576
  const visitor = connect(gateway.port, '127.0.0.1')
  visitor.write(`POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`)
  const part = Buffer.alloc(1_048_576, 'x')
  let sent = 0
  const send = () => {
    while (sent < size) {
      sent += part.length
      if (!visitor.write(part)) return void visitor.once('drain', send)
    }
  }
  send()
  await requested()
  // The kernel's buffers for a connection of this machine take a few megabytes.
  await expect.poll(() => visitor.writableLength).toBeGreaterThan(0)
  expect(visitor.bytesWritten - visitor.writableLength).toBeLessThan(size / 2)
  let received = 0
  visitor.on('data', (bytes: Buffer) => {
    received += bytes.length
  })
  wake()
  await once(visitor, 'close')
  expect(received).toBeGreaterThan(size)
})

test.each(['request', 'upgrade', 'half-closed upgrade'])('a visitor that leaves frees its place: %s', async (kind) => {
  const upgrade = kind === 'request' ? '' : 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  const visitors = Array.from({ length: PLACES + 1 }, () => connect(gateway.port, '127.0.0.1'))
  const rejected = Promise.race(visitors.map((visitor) => once(visitor, 'data')))
  for (const visitor of visitors) {
    visitor.on('error', () => undefined)
    visitor.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n${upgrade}\r\n`)
  }
  await rejected
  respond(null)
  const before = wakes.length
  for (const visitor of visitors) kind === 'half-closed upgrade' ? visitor.end() : visitor.destroy()
  const tries: ReturnType<typeof gateway.get>[] = []
  // The first request after all have left asks anew.
  await until(async () => {
    tries.push(gateway.get(HOST))
    return wakes.length > before
  })
  wake()
  expect((await Promise.all(tries)).map(({ status }) => status)).toContain(200)
})

test.each([
  ['capacity', 'instanceNoCapacity', 'no free capacity'],
  ['funds', 'instanceNoFunds', 'no funds'],
  ['failed', 'instanceFailed', 'fails to start'],
] as const)('a rejection answers held requests with its reason: %s', async (rejection, error, words) => {
  const held = gateway.get(HOST, { headers: { accept: 'application/json' } })
  await requested()
  respond(rejection)
  const { status, headers, body } = await held
  expect([status, JSON.parse(body).error]).toEqual([503, error])
  expect(body).toContain(words)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // Requests that follow at once do not ask again.
  expect((await gateway.get(HOST)).status).toBe(503)
  expect(wakes).toHaveLength(1)
})

test('asks again until the control plane answers, and again when another one is connected', async () => {
  const held = gateway.get(HOST)
  await requested(2)
  respond(null)
  const before = wakes.length
  gateway.routes.replaceAll([sleepingRoute('shop')])
  await requested(before + 1)
  wake()
  expect((await held).status).toBe(200)
})

test('a request that waited too long is told why, also while no control plane is connected', async () => {
  await restartWith(600)
  const held = gateway.get(HOST, { headers: { accept: 'application/json' } })
  await requested()
  respond(null)
  const late = await held
  expect([late.status, JSON.parse(late.body).error]).toEqual([503, 'instanceWaking'])
  gateway.link.close()
  const alone = await gateway.get(HOST, { headers: { accept: 'application/json' } })
  expect([alone.status, JSON.parse(alone.body).error]).toEqual([503, 'unavailable'])
  expect(Number(alone.headers['retry-after'])).toBeGreaterThan(0)
})

test('a service that is closed or deleted meanwhile lets its requests go', async () => {
  const closed = gateway.get(HOST)
  await requested()
  gateway.routes.change(
    [sleepingRoute('shop', [], { state: 'closed', ports: [{ containerPort: 8080, targets: [] }] })],
    [],
  )
  expect((await closed).body).toContain('is closed')
  gateway.routes.change([sleepingRoute('shop')], [])
  const deleted = gateway.get(HOST)
  await requested(2)
  gateway.routes.change([], ['shop'])
  expect((await deleted).status).toBe(404)
})

test('a restart of the gateway ends held requests with a page', async () => {
  const held = gateway.get(HOST)
  await requested()
  await gateway.restart()
  expect((await held).status).toBe(503)
})
