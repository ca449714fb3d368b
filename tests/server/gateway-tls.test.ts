import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route, RouteDomain } from '../../server/gateway/routes/route.ts'
import { createTestAuthority, type TestAuthority } from '../certificates.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

let gateway: RoutedGateway
let authority: TestAuthority
let instance: Server
/** Requests that the instance does not answer: they resolve when the gateway gives up on them. */
const abandoned: Promise<unknown>[] = []
beforeAll(async () => {
  authority = await createTestAuthority()
  gateway = await routedGateway(['127.0.0.9'], { httpPort: 0, httpsPort: 0 })
  const consoleServer = await gateway.openConsole((received, response) => response.end(`console ${received.url}`))
  consoleServer.guard()
  instance = createServer((received, response) => {
    const parts: Buffer[] = []
    received.on('data', (part: Buffer) => parts.push(part))
    received.on('end', () => {
      if (received.url === '/moved') return response.writeHead(302, ['Location', '/a', 'Location', '/b']).end()
      if (received.url === '/never') return abandoned.push(once(response, 'close'))
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(
        JSON.stringify({ url: received.url, headers: received.headers, body: Buffer.concat(parts).toString() }),
      )
    })
  })
  await new Promise<void>((resolve) => instance.listen(0, '127.0.0.1', resolve))
  gateway.routes.replaceAll([
    route('one', [domain('first.test'), domain('*.wild.test'), domain('plain.test', { redirects: false })]),
    route('two', [domain('second.test', { hstsSeconds: 60, servesChallenges: true })]),
  ])
  await sendCertificates('first.test', '*.wild.test', 'second.test')
})
afterAll(async () => {
  await gateway.close()
  instance.close()
})

const domain = (name: string, given: Partial<RouteDomain> = {}): RouteDomain => ({
  id: `domain of ${name}`,
  name,
  containerPort: null,
  redirects: true,
  hstsSeconds: 0,
  servesChallenges: false,
  ...given,
})
const route = (id: string, domains: RouteDomain[]): Route => ({
  id,
  host: `host-${id}`,
  name: id,
  state: 'running',
  defaultPort: 8080,
  ports: [
    {
      containerPort: 8080,
      targets: [{ id: `replica of ${id}`, address: '127.0.0.1', hostPort: (instance.address() as AddressInfo).port }],
    },
  ],
  domains,
})
async function sendCertificates(...names: string[]): Promise<void> {
  const certificates = await Promise.all(
    names.map(async (name) => ({ domainId: `domain of ${name}`, ...(await authority.issue([name])) })),
  )
  gateway.link.send({ type: 'allCertificates', certificates, isFirst: true, isLast: true })
  await until(async () => (await handshake({ servername: 'first.test' })).authorized)
}

interface Handshake {
  authorized?: boolean
  alpn?: string | false | null
  protocol?: string | null
  subject?: unknown
  error?: string
}

const handshake = (options: ConnectionOptions): Promise<Handshake> =>
  new Promise((resolve) => {
    const socket: TLSSocket = connect(
      { host: '127.0.0.1', port: gateway.httpsPort, ca: authority.root, ALPNProtocols: ['http/1.1'], ...options },
      () => {
        resolve({
          authorized: socket.authorized,
          alpn: socket.alpnProtocol,
          protocol: socket.getProtocol(),
          subject: socket.getPeerCertificate().subject?.CN,
        })
        socket.destroy()
      },
    )
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }))
  })

interface Received {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

const get = (name: string, headers: Record<string, string> = {}, path = '/'): Promise<Received> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: gateway.httpsPort,
        servername: name,
        ca: authority.root,
        path,
        headers: { host: name, ...headers },
      },
      (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    sent.on('error', reject)
    sent.end()
  })

test('each domain is served with its own certificate, a wildcard for the names one label below', async () => {
  for (const [name, subject] of [
    ['first.test', 'first.test'],
    ['SECOND.test', 'second.test'],
    ['a.wild.test', '*.wild.test'],
  ] as const)
    expect(await handshake({ servername: name })).toMatchObject({ authorized: true, protocol: 'TLSv1.3', subject })
})

test('a client that asks for an unknown name, for none, or for one without a certificate is refused', async () => {
  for (const servername of ['unknown.test', 'a.b.wild.test', 'wild.test', 'plain.test', undefined])
    expect(await handshake(servername === undefined ? {} : { servername })).toEqual({
      error: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    })
  expect(await handshake({ servername: 'first.test', maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).toHaveProperty(
    'error',
  )
})

test('nothing is stapled', async () => {
  const stapled = await new Promise((resolve) => {
    const socket = connect(
      { host: '127.0.0.1', port: gateway.httpsPort, servername: 'first.test', ca: authority.root, requestOCSP: true },
      () => socket.destroy(),
    )
    socket.on('OCSPResponse', resolve)
  })
  expect(stapled).toBeNull()
})

test('an instance gets a request of its domain with the scheme and host of the visitor', async () => {
  const { status, body, headers } = await get('second.test', {}, '/page?a=1')
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({
    url: '/page?a=1',
    headers: { host: 'second.test', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'second.test' },
  })
  expect(headers['strict-transport-security']).toBe('max-age=60')
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

test('a request for another host than the certificate’s is misdirected', async () => {
  for (const host of ['second.test', 'host-one.localhost:4600', 'console.test', 'unknown.test'])
    expect((await get('first.test', { host })).status).toBe(host === 'second.test' ? 421 : 404)
})

test('HTTP redirects to HTTPS, but not challenges, and not where its owner says so', async () => {
  const over = (host: string, path = '/a?b') => gateway.get(host, { path }, gateway.httpPort)
  expect(await over('first.test')).toMatchObject({
    status: 308,
    headers: { location: `https://first.test:${gateway.httpsPort}/a?b` },
  })
  expect(await over('plain.test')).toMatchObject({ status: 200 })
  expect(await over('second.test', '/.well-known/acme-challenge/token')).toMatchObject({
    status: 200,
    body: 'console /.well-known/acme-challenge/token',
  })
  expect(await over('first.test', '/.well-known/acme-challenge/token')).toMatchObject({ status: 308 })
  for (const host of ['console.test', 'host-one.localhost:4600', 'unknown.test', '127.0.0.1'])
    expect(await over(host)).toMatchObject({ status: 404 })
})

test('the public port serves custom domains as well, also behind a proxy that ends TLS', async () => {
  expect(await gateway.get('plain.test')).toMatchObject({ status: 200 })
  expect(await gateway.get('first.test')).toMatchObject({ status: 308 })
  expect(await gateway.get('console.test')).toMatchObject({ status: 200, body: 'console /' })
})

const openHttp2 = (servername: string) =>
  connectHttp2(`https://127.0.0.1:${gateway.httpsPort}`, { servername, ca: authority.root })

test('over HTTP/2 an instance may repeat a header, and learns that its visitor has left', async () => {
  const session = openHttp2('second.test')
  const open = (path: string, method: string) =>
    session.request({ ':authority': 'second.test', ':path': path, ':method': method })
  try {
    const moved = open('/moved', 'GET')
    const [headers] = await once(moved.resume(), 'response')
    expect(headers[':status']).toBe(302)
    for (const method of ['GET', 'HEAD']) {
      const former = abandoned.length
      const left = open('/never', method)
      await until(async () => abandoned.length > former)
      left.close(constants.NGHTTP2_CANCEL)
      await abandoned.at(-1)
    }
  } finally {
    session.destroy()
  }
})

test('HTTP/2 serves the same', async () => {
  const session = openHttp2('second.test')
  const send = (headers: Record<string, string>, body?: string): Promise<Received> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':authority': 'second.test', ':path': '/', ...headers })
      const received: Received = { status: 0, headers: {}, body: '' }
      stream.on('response', (given) => {
        received.status = Number(given[':status'])
        received.headers = given as Received['headers']
      })
      stream.on('data', (part) => {
        received.body += part
      })
      stream.on('end', () => resolve(received))
      stream.on('error', reject)
      stream.end(body)
    })
  try {
    const posted = await send({ ':method': 'POST', ':path': '/upload', cookie: 'c=1' }, 'a body')
    expect(posted.status).toBe(200)
    expect(JSON.parse(posted.body)).toMatchObject({
      url: '/upload',
      body: 'a body',
      headers: { host: 'second.test', cookie: 'c=1', 'x-forwarded-proto': 'https', 'transfer-encoding': 'chunked' },
    })
    expect(posted.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(posted.headers['strict-transport-security']).toBe('max-age=60')
    const many = await Promise.all(Array.from({ length: 50 }, (_, at) => send({ ':path': `/${at}` })))
    expect(many.map(({ body }) => JSON.parse(body).url)).toEqual(Array.from({ length: 50 }, (_, at) => `/${at}`))
    expect((await send({ ':authority': 'first.test' })).status).toBe(421)
  } finally {
    session.destroy()
  }
})

test('a certificate that changes is served at once, and one that is gone no longer', async () => {
  const [issued] = [await authority.issue(['first.test'], { to: new Date(Date.now() + 1_000_000_000) })]
  gateway.link.send({
    type: 'changedCertificates',
    certificates: [{ domainId: 'domain of first.test', ...issued }],
    removedIds: ['domain of *.wild.test'],
  })
  await expect.poll(() => handshake({ servername: 'a.wild.test' })).toHaveProperty('error')
  expect(await handshake({ servername: 'first.test' })).toMatchObject({ authorized: true })
})

test('a challenge is answered on the port of visitors, who go on undisturbed', async () => {
  const { chain, key } = await authority.issue(['first.test'])
  gateway.link.send({
    type: 'challenges',
    number: 2,
    challenges: [{ name: 'first.test', certificate: chain, key }],
  })
  await expect
    .poll(() => handshake({ servername: 'first.test', ALPNProtocols: ['acme-tls/1'] }))
    .toMatchObject({ alpn: 'acme-tls/1', subject: 'first.test' })
  expect(await handshake({ servername: 'second.test', ALPNProtocols: ['acme-tls/1'] })).toHaveProperty('error')
  expect(await handshake({ servername: 'first.test' })).toMatchObject({ authorized: true, alpn: 'http/1.1' })
})
