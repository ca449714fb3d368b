import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultHoldLimits } from '../../server/gateway/holding/hold-limits.ts'
import { createTestAuthority } from '../certificates.ts'
import { type RoutedGateway, routedGateway } from '../server/routed-gateway.ts'
import { echoProgram, sleepingRoute } from '../server/sleeping-service.ts'
import { until } from '../server/until.ts'

const { perService, perOwner, bytesPerOwner } = defaultHoldLimits
/** What a held request with a body reserves. */
const BUFFERED_BYTES = 65_536
const SERVICES = 8

let gateway: RoutedGateway
let program: Awaited<ReturnType<typeof echoProgram>>
const visitors: Socket[] = []
beforeEach(async () => {
  program = await echoProgram()
  gateway = await routedGateway([], { httpPort: null, httpsPort: 0 })
})
afterEach(async () => {
  for (const visitor of visitors.splice(0)) visitor.destroy()
  await gateway.close()
  program.close()
})

/** Sends each request on a connection of its own; returns how many have been rejected so far. */
function flood(hosts: readonly string[], requests: number, head = 'GET / HTTP/1.1\r\n'): () => number {
  let rejected = 0
  for (let at = 0; at < requests; at += 1) {
    const visitor = connect(gateway.port, '127.0.0.1')
    visitors.push(visitor)
    visitor.on('error', () => undefined)
    visitor.once('data', () => {
      rejected += 1
    })
    visitor.write(`${head}Host: ${hosts[at % hosts.length]}.localhost\r\n\r\n`)
  }
  return () => rejected
}

test('a flood of one service takes its own places only', async () => {
  gateway.routes.replaceAll([sleepingRoute('flooded'), sleepingRoute('quiet')])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const rejected = flood(['flooded'], perService + 300)
  await until(async () => rejected() === 300)
  expect((await gateway.get('flooded.localhost')).headers['retry-after']).toBe('3')
  const wakes = new Set<string>()
  gateway.link.onWake(({ instanceId }) => {
    if (instanceId === 'quiet') gateway.routes.change([sleepingRoute('quiet', [program.target])], [])
    wakes.add(instanceId)
  })
  expect((await gateway.get('quiet.localhost')).status).toBe(200)
})

test('one organisation cannot take the places of others, however many services it has', async () => {
  const hosts = Array.from({ length: SERVICES }, (_, at) => `flooded-${at}`)
  gateway.routes.replaceAll([
    ...hosts.map((host) => sleepingRoute(host, [], { owner: 'flooded' })),
    sleepingRoute('quiet'),
  ])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const rejected = flood(hosts, SERVICES * perService)
  await until(async () => rejected() === SERVICES * perService - perOwner)
  gateway.link.onWake(({ instanceId }) => {
    if (instanceId === 'quiet') gateway.routes.change([sleepingRoute('quiet', [program.target])], [])
  })
  expect((await gateway.get('quiet.localhost')).status).toBe(200)
})

test('uploads take the bytes of their own organisation only, and are not read', async () => {
  const hosts = Array.from({ length: SERVICES }, (_, at) => `flooded-${at}`)
  gateway.routes.replaceAll([
    ...hosts.map((host) => sleepingRoute(host, [], { owner: 'flooded' })),
    sleepingRoute('quiet'),
  ])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const places = bytesPerOwner / BUFFERED_BYTES
  const rejected = flood(hosts, places + 50, 'POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n')
  await until(async () => rejected() === 50)
  // Those that claim an unknown length reserve as much.
  const chunked = flood(hosts, 1, 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n')
  await until(async () => chunked() === 1)
  gateway.link.onWake(({ instanceId }) => {
    if (instanceId === 'quiet') gateway.routes.change([sleepingRoute('quiet', [program.target])], [])
  })
  expect((await gateway.get('quiet.localhost', { method: 'POST', body: 'small' })).body).toBe('small')
})

test('a body that trickles in neither extends the wait nor keeps its connection', async () => {
  await gateway.close()
  gateway = await routedGateway([], { httpPort: null, httpsPort: null }, 700)
  gateway.routes.replaceAll([sleepingRoute('flooded')])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const visitor = connect(gateway.port, '127.0.0.1')
  visitors.push(visitor)
  visitor.on('error', () => undefined)
  visitor.write('POST / HTTP/1.1\r\nHost: flooded.localhost\r\nContent-Length: 1000000\r\n\r\n')
  const trickle = setInterval(() => visitor.write('x'), 20)
  const [head] = (await once(visitor, 'data')) as [Buffer]
  expect(String(head)).toMatch(/^HTTP\/1\.1 503 .*\r\n/)
  expect(String(head)).toMatch(/retry-after: \d+/i)
  visitor.resume()
  await once(visitor, 'close')
  clearInterval(trickle)
})

test('only the exact host of a service wakes it', async () => {
  gateway.routes.replaceAll([sleepingRoute('quiet')])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const wakes: string[] = []
  gateway.link.onWake(({ instanceId }) => wakes.push(instanceId))
  for (const host of [
    'quiet',
    'quiet.localhost.attacker.test',
    'attacker.quiet.localhost',
    'quiet-9999.localhost',
    'quiet.test',
    '127.0.0.1',
    'quiet.localhost, other.localhost',
    'quiet.localhost/',
  ]) {
    expect((await gateway.get(host)).status).toBeGreaterThanOrEqual(400)
  }
  const headers = { 'x-forwarded-host': 'quiet.localhost', forwarded: 'host=quiet.localhost' }
  expect((await gateway.get('nobody.localhost', { headers })).status).toBe(404)
  expect(wakes).toEqual([])
})

test('streams of HTTP/2 count like other requests, and the end of their session frees their places', async () => {
  const authority = await createTestAuthority()
  const domain = { id: 'a domain', name: 'flooded.test', containerPort: null }
  const domains = [{ ...domain, redirects: false, hstsSeconds: 0, servesChallenges: false }]
  gateway.routes.replaceAll([sleepingRoute('flooded', [], { domains })])
  const certificates = [{ domainId: domain.id, ...(await authority.issue([domain.name])) }]
  gateway.link.send({ type: 'allCertificates', certificates, isFirst: true, isLast: true })
  const open = () =>
    until(async () => {
      const session = connectHttp2(`https://127.0.0.1:${gateway.httpsPort}`, {
        servername: domain.name,
        ca: authority.root,
      })
      session.on('error', () => undefined)
      await once(session, 'connect')
      return session
    })
  const sessions: ClientHttp2Session[] = []
  const statuses: number[] = []
  const perSession = perService / 2
  for (let at = 0; at < 3; at += 1) {
    const session = await open()
    sessions.push(session)
    for (let stream = 0; stream < perSession; stream += 1) {
      const sent = session.request({ ':path': '/', ':authority': domain.name })
      sent.on('error', () => undefined)
      sent.once('response', (headers) => statuses.push(Number(headers[':status'])))
    }
  }
  await until(async () => statuses.length === perSession)
  expect(new Set(statuses)).toEqual(new Set([503]))
  for (const session of sessions) session.destroy()
  gateway.link.onWake(() => gateway.routes.change([sleepingRoute('flooded', [program.target], { domains })], []))
  await until(async () => (await gateway.get('flooded.localhost')).status === 200)
})
