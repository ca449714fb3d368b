import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { isPermittedAddress } from '../../server/addresses/public-address.ts'
import { configFrom } from '../../server/config.ts'
import { createOutgoing, type Outgoing } from '../../server/outgoing/outgoing.ts'
import type { ResolveHost } from '../../server/outgoing/resolve-host.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const none = { networks: [], hosts: [] }
/** Permits the tests' own servers at one address; every other one of this machine stays private. */
const here = { networks: ['127.0.0.1'], hosts: [] }

function client(allowed: Parameters<typeof createOutgoing>[0]['allowed'], resolveHost?: ResolveHost): Outgoing {
  const outgoing = createOutgoing({ allowed, ...(resolveHost && { resolveHost }) })
  closers.push(outgoing.stop)
  return outgoing
}

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that writes whatever it likes to each connection. */
async function serveBytes(onConnection: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server = createTcpServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => onConnection(socket))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  'http://127.0.0.1:9',
  'http://2130706433:9',
  'http://0x7f000001:9',
  'http://0177.0.0.1:9',
  'http://127.1:9',
  'http://0:9',
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://192.168.1.1',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/metadata',
  'http://100.64.0.1',
  'http://100.100.100.200',
  'http://192.0.0.192',
  'http://198.18.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[::]',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[::10.0.0.1]',
  'http://[64:ff9b::a00:1]',
  'http://[64:ff9b:1::a00:1]',
  'http://[2002:a00:1::]',
  'http://[2001::1]',
  'http://[fe80::1]',
  'http://[fc00::1]',
  'http://[fd00:ec2::254]',
  'http://[fec0::1]',
  'http://[ff02::1]',
  'http://[4000::1]',
  'http://localhost',
  'http://instance.localhost',
  'http://①②⑦.0.0.1',
])('rejects %s', async (url) => {
  // Port 9 is a blocked one, so these differ in their host only.
  await expect(client(none).request({ url: url.replace(/:9$/, ':8080') })).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('is not a public address'),
  })
})

test.each([
  ['another scheme', 'file:///etc/passwd', 'must begin with https'],
  ['a scheme that speaks to any server', 'gopher://1.1.1.1/_x', 'must begin with https'],
  ['credentials', 'https://user:secret@example.org', 'user name or password'],
  ['a mail server', 'http://1.1.1.1:25', 'another protocol'],
  ['no URL', 'hooks.example.org', 'not valid'],
  ['a very long URL', `https://example.org/${'a'.repeat(3000)}`, 'not valid'],
])('rejects %s', async (_what, url, message) => {
  await expect(client(none).request({ url })).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining(message),
  })
})

test('a name with a public and a private address is rejected, and so is one with IPv6 to IPv4 spellings', async () => {
  for (const addresses of [
    [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:10.0.0.1', family: 6 }],
  ])
    await expect(client(none, async () => addresses).request({ url: 'http://mixed.example' })).rejects.toThrow(
      'not a public address',
    )
})

test('a resolver that gives another address the second time changes nothing: the connection goes to the checked one', async () => {
  let times = 0
  const url = await serve((_request, response) => response.end('checked'))
  const resolve: ResolveHost = async () => {
    times += 1
    return [{ address: times === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const outgoing = client(here, resolve)
  const rebinding = url.replace('127.0.0.1', 'rebinding.example')
  expect((await outgoing.request({ url: rebinding })).body.toString()).toBe('checked')
  expect(times).toBe(1)
  await expect(outgoing.request({ url: rebinding })).rejects.toThrow('not a public address')
})

test('each redirect is checked anew, and credentials stay with the first origin', async () => {
  const seen: (string | undefined)[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization, request.headers['x-open'] as string)
    response.end('other')
  })
  const start = await serve((request, response) => {
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? ''
    response.writeHead(307, { location: to }).end()
  })
  const outgoing = client(here)
  const request = (to: string) =>
    outgoing.request({
      url: `${start}/?to=${encodeURIComponent(to)}`,
      method: 'POST',
      body: 'x',
      headers: { 'x-open': 'open' },
      secretHeaders: { authorization: 'Bearer secret' },
      limits: { redirects: 3 },
    })
  expect((await request(other)).body.toString()).toBe('other')
  expect(seen).toEqual([undefined, 'open'])
  for (const to of ['http://127.0.0.2:8080/', 'http://169.254.169.254/', 'http://[::1]:8080/', '//10.0.0.1/'])
    await expect(request(to)).rejects.toThrow('not a public address')
  await expect(request('file:///etc/passwd')).rejects.toThrow('must begin with')
  await expect(request('http://a:b@127.0.0.1/')).rejects.toThrow('user name or password')
})

test('endless redirects end, and without a limit none is followed', async () => {
  const url = await serve((_request, response) => response.writeHead(302, { location: '/' }).end())
  const outgoing = client(here)
  await expect(outgoing.request({ url, limits: { redirects: 3 } })).rejects.toThrow('more than 3 times')
  expect((await outgoing.request({ url })).status).toBe(302)
})

test('a response without an end is cut, compressed or not', async () => {
  const endless = await serve((_request, response) => pour(response))
  const cut = await client(here).request({ url: endless, limits: { bodyBytes: 1000 } })
  expect(cut).toMatchObject({ status: 200, isCut: true })
  expect(cut.body).toHaveLength(1000)
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const gzip = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  const packed = await client(here).request({ url: gzip })
  expect(packed.body).toEqual(bomb.subarray(0, 65_536))
})

test('slow and silent servers are left after the limits', async () => {
  const limits = { headersMs: 100, totalMs: 300 }
  const silent = await serveBytes(() => {})
  await expect(client(here).request({ url: silent, limits })).rejects.toMatchObject({ kind: 'timedOut' })
  const dripping = await serveBytes((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: '))
  await expect(client(here).request({ url: dripping, limits })).rejects.toMatchObject({ kind: 'timedOut' })
  const informing = await serveBytes((socket) => drip(socket, EARLY, EARLY))
  await expect(client(here).request({ url: informing, limits })).rejects.toMatchObject({ kind: 'timedOut' })
  const slowBody = await serveBytes((socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'))
  expect(await client(here).request({ url: slowBody, limits })).toMatchObject({ status: 200, isCut: true })
})

test('headers without an end and other protocols are errors', async () => {
  const flood = await serveBytes((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(100_000)}`))
  await expect(client(here).request({ url: flood })).rejects.toThrow('headers of the response are too long')
  const shell = await serveBytes((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await expect(client(here).request({ url: shell })).rejects.toThrow('not valid HTTP')
  const upgrading = await serveBytes((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  await expect(client(here).request({ url: upgrading })).rejects.toMatchObject({ kind: 'invalidResponse' })
})

test('header values cannot add lines to a request', async () => {
  const url = await serve((_request, response) => response.end())
  await expect(client(here).request({ url, headers: { 'x-a': 'b\r\nhost: other' } })).rejects.toThrow()
})

test('connections of other protocols and the agents of libraries are checked alike', async () => {
  const outgoing = client(none)
  await expect(outgoing.connect({ host: '127.0.0.1', port: 6514, timeoutMs: 1000 })).rejects.toThrow(
    'not a public address',
  )
  await expect(outgoing.permittedAddresses('0x7f.1', 80).catch((error) => Promise.reject(error))).rejects.toThrow()
  expect(isPermittedAddress('10.1.2.3', { loopback: false, networks: ['10.1.0.0/16'] })).toBe(true)
  expect(isPermittedAddress('::ffff:10.1.2.3', { loopback: false, networks: ['10.1.0.0/16'] })).toBe(true)
  expect(isPermittedAddress('10.2.2.3', { loopback: false, networks: ['10.1.0.0/16'] })).toBe(false)
})

test('the operator allows networks and hosts by name', async () => {
  const environment = { LONGSHORE_OUTGOING_ALLOWED: '10.1.0.0/16, Collector.internal:8443,fd00::/8' }
  expect(configFrom(environment, '/tmp').outgoing).toEqual({
    networks: ['10.1.0.0/16', 'fd00::/8'],
    hosts: ['collector.internal:8443'],
  })
  expect(configFrom({}, '/tmp').outgoing.networks).toEqual(['127.0.0.0/8', '::1'])
  expect(configFrom({ LONGSHORE_OUTGOING_ALLOWED: 'none' }, '/tmp').outgoing).toEqual(none)
  expect(() => configFrom({ LONGSHORE_OUTGOING_ALLOWED: 'http://x/' }, '/tmp')).toThrow('LONGSHORE_OUTGOING_ALLOWED')
  const url = await serve((_request, response) => response.end('named'))
  const { port } = new URL(url)
  const named = client({ networks: [], hosts: [`127.0.0.1:${port}`] })
  expect((await named.request({ url })).body.toString()).toBe('named')
  await expect(named.request({ url: 'http://127.0.0.1:8081' })).rejects.toThrow('not a public address')
})

const EARLY = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const MEBIBYTE = Buffer.alloc(1_048_576)

/** Writes until the other side leaves. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(MEBIBYTE));
  }
  response.on('drain', more)
  more()
}

function drip(socket: Socket, first: string, next = 'a'): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(next), 20)
  socket.once('close', () => clearInterval(timer))
  closers.push(() => clearInterval(timer))
}
