import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readClientAddresses } from '../../server/http/listener/client-address.ts'
import { listenPrivately } from '../../server/http/listener/listen-privately.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

const HOST = 'console.test'

let gateway: RoutedGateway
let received: IncomingMessage[]
beforeEach(async () => {
  gateway = await routedGateway()
  received = []
})
afterEach(() => gateway.close())

const serve = async (listener: RequestListener) => {
  const { guard, server } = await gateway.openConsole((incoming, response) => {
    received.push(incoming)
    listener(incoming, response)
  })
  return { guard, server }
}
const open = (path: string, method = 'GET') =>
  request({ host: '127.0.0.1', port: gateway.port, path, method, headers: { host: HOST } })

test('the control plane sees the client’s address, and the headers exactly as the client sent them', async () => {
  const { guard } = await serve((incoming, response) => response.end(incoming.socket.remoteAddress))
  guard()
  const headers = { 'x-forwarded-for': '6.6.6.6', 'X-Own': 'kept', connection: 'keep-alive' }
  expect((await gateway.get(HOST, { path: 'http://console.test/api?q=1', headers })).body).toBe('127.0.0.1')
  const [seen] = received
  expect(seen?.url).toBe('http://console.test/api?q=1')
  expect(seen?.headers).toEqual({ host: HOST, 'x-forwarded-for': '6.6.6.6', 'x-own': 'kept', connection: 'keep-alive' })
})

test('clients never share a connection to the control plane, and one client keeps its own', async () => {
  await serve((incoming, response) =>
    response.end(String(received.filter((each) => each.socket === incoming.socket).length)),
  )
  const socket = connect(gateway.port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.write(`GET /1 HTTP/1.1\r\nHost: ${HOST}\r\n\r\nGET /2 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
  await until(async () => text.match(/HTTP\/1\.1 200/g)?.length === 2)
  expect((await gateway.get(HOST, { path: '/3' })).body).toBe('1')
  expect(received.map(({ url }) => url)).toEqual(['/1', '/2', '/3'])
  expect(received[0]?.socket).toBe(received[1]?.socket)
  expect(received[2]?.socket).not.toBe(received[0]?.socket)
  socket.destroy()
  await until(async () => received[0]?.socket.destroyed)
})

test('an event arrives before the stream ends, and the control plane notices a client that leaves', async () => {
  let isClosed = false
  await serve((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: first\n\n')
    response.once('close', () => {
      isClosed = true
    })
  })
  const sent = open('/api/events')
  sent.on('error', () => undefined)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  const [part] = (await once(response, 'data')) as [Buffer]
  expect(part.toString()).toBe('data: first\n\n')
  sent.destroy()
  await until(async () => isClosed)
})

test('an upgrade is joined, and ends when the control plane ends it', async () => {
  const { server, guard } = await serve((_incoming, response) => response.end())
  server.on('upgrade', (_incoming: IncomingMessage, socket: Duplex) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello')
    socket.on('data', (bytes) => socket.end(bytes))
  })
  guard()
  const sent = request({
    host: '127.0.0.1',
    port: gateway.port,
    path: '/socket.io/',
    headers: { host: HOST, connection: 'Upgrade', upgrade: 'websocket' },
  })
  sent.end()
  const [, socket, head] = (await once(sent, 'upgrade')) as [unknown, Duplex, Buffer]
  let text = head.toString()
  socket.on('data', (part) => {
    text += part
  })
  await until(async () => text === 'hello')
  socket.write('bye')
  await once(socket, 'close')
  expect(text).toBe('hellobye')
})

test('while the control plane is away, calls get JSON with 503, and browsers a page that reloads itself', async () => {
  const call = await gateway.get(HOST, { path: '/api/profile', method: 'POST', body: '{}' })
  expect(call).toMatchObject({ status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } })
  expect(JSON.parse(call.body)).toMatchObject({ error: 'unavailable' })
  const page = await gateway.get(HOST, { path: '/acme/dashboard', headers: { accept: 'text/html' } })
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(page.body).toContain('Longshore is restarting')
  expect((await gateway.get('shop.localhost')).body).toContain('Temporarily unavailable')
})

test('a call whose response was lost looks lost to the client, not rejected', async () => {
  await serve((incoming) => incoming.socket.destroy())
  await expect(gateway.get(HOST, { path: '/api/instance', method: 'POST', body: '{}' })).rejects.toThrow('hang up')
  expect((await gateway.get(HOST, { path: '/api/instance' })).status).toBe(503)
})

test('the socket of the control plane is private, and closes connections that do not begin with an address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-address-'))
  const path = join(folder, 'socket')
  const server = createServer((incoming, response) => response.end(incoming.socket.remoteAddress))
  readClientAddresses(server)
  await listenPrivately(server, path)
  try {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const responseTo = async (bytes: string[]) => {
      const socket = connect({ path })
      let text = ''
      socket.on('error', () => undefined)
      socket.on('data', (part) => {
        text += part
      })
      for (const each of bytes) await new Promise((resolve) => socket.write(each, resolve))
      await once(socket, 'close')
      return text
    }
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    expect(await responseTo([`2001:db8::1\n${request}`])).toMatch(/2001:db8::1$/)
    expect(await responseTo(['203.0', '.113.9\nGET / HT', request.slice(8)])).toMatch(/203\.0\.113\.9$/)
    for (const first of [request, 'localhost\n', '\n', 'x'.repeat(100)])
      expect(await responseTo([first + request])).toBe('')
    // A killed process leaves its socket behind.
    const next = createTcpServer()
    await listenPrivately(next, path)
    next.close()
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
