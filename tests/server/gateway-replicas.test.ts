import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../bench/support/control-plane.ts'
import type { Route, Target } from '../../server/gateway/routes/route.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

const instanceId = 'an instance' as InstanceId
const HOST = 'shop.localhost'
const GRACE_MS = 300
const LONG_MS = 60_000

let gateway: RoutedGateway
const replicas: Replica[] = []
beforeEach(async () => {
  gateway = await routedGateway()
})
afterEach(async () => {
  await gateway.close()
  for (const { server } of replicas.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Replica {
  target: Target
  server: Server
  /** Responses that wait for `release`. */
  held: (() => void)[]
}

/** Answers with its name; `/held` only when the test says so, and upgrades with 101. */
async function replica(id: string): Promise<Replica> {
  const held: (() => void)[] = []
  const server = createServer((incoming, response) => {
    if (incoming.url === '/held') held.push(() => response.end(id))
    else response.end(id)
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.on('data', (bytes) => socket.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made = { target: { id, address: '127.0.0.1', hostPort: (server.address() as AddressInfo).port }, server, held }
  replicas.push(made)
  return made
}

const route = (...targets: Target[]): Route => ({
  id: instanceId,
  host: 'shop',
  name: 'Shop',
  state: 'running',
  defaultPort: 8080,
  ports: [{ containerPort: 8080, targets }],
})
const serve = (...made: Replica[]) => gateway.routes.replaceAll([route(...made.map(({ target }) => target))])
const served = async () => (await gateway.get(HOST)).body
const withdraw = (targetId: string, graceMs = LONG_MS, signal?: AbortSignal) =>
  gateway.routes.withdraw({ instanceId, targetId, graceMs, ...(signal ? { signal } : {}) })

async function openWebSocket(): Promise<Duplex> {
  const clientRequest = request({
    host: '127.0.0.1',
    port: gateway.port,
    headers: { host: HOST, connection: 'Upgrade', upgrade: 'websocket' },
  })
  clientRequest.end()
  const [, socket] = (await once(clientRequest, 'upgrade')) as [unknown, Duplex]
  return socket
}

test('idle replicas take turns, and a request goes to the one with the fewest in flight', async () => {
  const [one, two] = [await replica('one'), await replica('two')]
  serve(one, two)
  await until(async () => (await gateway.get(HOST)).status === 200)
  const names = [await served(), await served(), await served(), await served()]
  expect(names.toSorted()).toEqual(['one', 'one', 'two', 'two'])

  const slow = gateway.get(HOST, { path: '/held' })
  await until(async () => one.held.length + two.held.length === 1)
  const other = one.held.length === 1 ? 'two' : 'one'
  expect(new Set([await served(), await served(), await served()])).toEqual(new Set([other]))
  for (const release of [...one.held, ...two.held]) release()
  expect((await slow).status).toBe(200)
})

test('a replica that refuses connections is skipped, also for a request with a body', async () => {
  const one = await replica('one')
  const gone = { id: 'gone', address: '127.0.0.1', hostPort: await freePort() }
  gateway.routes.replaceAll([route(gone, one.target)])
  await until(async () => (await gateway.get(HOST)).status === 200)
  for (let each = 0; each < 6; each += 1)
    expect(await gateway.get(HOST, { method: 'POST', body: 'x' })).toMatchObject({ status: 200, body: 'one' })
  gateway.routes.replaceAll([route(gone)])
  await until(async () => (await gateway.get(HOST)).status === 502)
})

test('a withdrawn replica gets no more requests, and is drained when its last response has ended', async () => {
  const [one, two] = [await replica('one'), await replica('two')]
  serve(one)
  const slow = gateway.get(HOST, { path: '/held' })
  await until(async () => one.held.length === 1)
  serve(one, two)
  let isDrained = false
  const withdrawn = withdraw('one').then(() => {
    isDrained = true
  })
  await until(async () => (await served()) === 'two')
  // The database still lists both.
  serve(one, two)
  for (let each = 0; each < 4; each += 1) expect(await served()).toBe('two')
  expect(isDrained).toBe(false)
  one.held[0]?.()
  await withdrawn
  expect(await slow).toMatchObject({ status: 200, body: 'one' })

  gateway.routes.restore(instanceId, 'one')
  await until(async () => (await served()) === 'one')
})

test('a WebSocket stays open during the grace period, and is then closed with 1001', async () => {
  const one = await replica('one')
  serve(one)
  await until(async () => (await gateway.get(HOST)).status === 200)
  const socket = await openWebSocket()
  const frame = Buffer.from([0x81, 2, 0x68, 0x69])
  let received = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
  })
  const startedMs = performance.now()
  const withdrawn = withdraw('one', GRACE_MS)
  socket.write(frame)
  await until(async () => received.equals(frame))
  await withdrawn
  expect(performance.now() - startedMs).toBeGreaterThan(GRACE_MS - 10)
  expect(received).toEqual(Buffer.concat([frame, Buffer.from([0x88, 2, 0x03, 0xe9])]))
  expect((await gateway.get(HOST)).status).toBe(404)
})

test('after the grace period a request is cut off', async () => {
  const one = await replica('one')
  serve(one)
  await until(async () => (await gateway.get(HOST)).status === 200)
  const cut = gateway.get(HOST, { path: '/held' }).catch((error: Error) => error.message)
  await until(async () => one.held.length === 1)
  await withdraw('one', GRACE_MS)
  expect(await cut).toMatch(/hang up/)
})

test('a withdrawal waits for a gateway that restarts, and the caller can give up', async () => {
  const [one, two] = [await replica('one'), await replica('two')]
  serve(one, two)
  const held = gateway.get(HOST, { path: '/held' }).catch(() => undefined)
  await until(async () => one.held.length + two.held.length === 1)
  const busy = one.held.length === 1 ? 'one' : 'two'
  const giveUp = new AbortController()
  const first = withdraw(busy, LONG_MS, giveUp.signal).catch((error: Error) => error.name)
  await delay(0)
  giveUp.abort()
  expect(await first).toBe('AbortError')

  const second = withdraw(busy)
  await gateway.restart()
  await second
  await held
  for (let each = 0; each < 4; each += 1) expect(await served()).not.toBe(busy)
})
