import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Route, Target } from '../../server/gateway/routes/route.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

const HOST = 'shop.localhost'
/** Longer than the gateway lets a connection rest before its next request. */
const REQUESTS = 300
const AT_ONCE = 10

let gateway: RoutedGateway
const servers: Server[] = []
beforeEach(async () => {
  gateway = await routedGateway()
})
afterEach(async () => {
  await gateway.close()
  for (const server of servers.splice(0)) server.close()
})

interface Instance {
  target: Target
  /** The request lines that arrived on connections, in order. */
  lines: string[]
}

/** Returns what to do with a request, by its number on its connection. */
type Habit = (numberOnConnection: number, total: number) => 'respond' | 'reset' | 'end' | 'respondThenEnd'

const response = (id: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${id.length}\r\n\r\n${id}`

async function instance(id: string, habit: Habit): Promise<Instance> {
  const lines: string[] = []
  const onRequest = (socket: Socket, number: number): void => {
    const action = habit(number, lines.length)
    if (action === 'reset') return void socket.resetAndDestroy()
    if (action === 'end') return void socket.end()
    socket.write(response(id))
    if (action === 'respondThenEnd') socket.end()
  }
  const server = createServer((socket) => {
    let number = 0
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      lines.push(data.toString('latin1').split('\r\n', 1)[0] ?? '')
      number += 1
      onRequest(socket, number)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    target: { id, address: '127.0.0.1', hostPort: typeof address === 'object' && address ? address.port : 0 },
    lines,
  }
}

async function serve(...instances: Instance[]): Promise<void> {
  const route: Route = {
    id: 'an instance',
    host: 'shop',
    name: 'Shop',
    state: 'running',
    defaultPort: 8080,
    ports: [{ containerPort: 8080, targets: instances.map(({ target }) => target) }],
  }
  gateway.routes.replaceAll([route])
  await until(async () => (await gateway.get('unknown.localhost')).status === 404)
}

const get = (path: string, method = 'GET') => gateway.get(HOST, { path, method })

/** Sends requests until one was sent on a connection that had carried another before. */
const untilReused = (lines: string[], path: string) =>
  until(async () => {
    expect(await get(path)).toMatchObject({ status: 200 })
    return lines.filter((line) => line === `GET ${path} HTTP/1.1`).length > 1
  })

test.each(['reset', 'end'] as const)(
  'a request is sent once more on a new connection when the instance ends the kept one just then: %s',
  async (action) => {
    const kept = await instance('one', (number) => (number === 1 ? 'respond' : action))
    await serve(kept)
    // Every response is the one to the request itself: the second attempt is invisible to the visitor.
    let sent = 0
    await until(async () => {
      sent += 1
      expect(await get('/')).toMatchObject({ status: 200, body: 'one' })
      return kept.lines.length > sent
    })
  },
)

test('no request fails while the instance closes its connections at random moments', async () => {
  const habits = ['respond', 'respondThenEnd', 'respond', 'reset', 'end'] as const
  const busy = await instance('one', (number, total) => (number === 1 ? 'respond' : (habits[total % 5] ?? 'respond')))
  await serve(busy)
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => get('/')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('a request that may change something is sent once, on a connection of its own', async () => {
  const closing = await instance('one', () => 'end')
  await serve(closing)
  expect(await get('/order', 'POST')).toMatchObject({ status: 502 })
  expect(await get('/order', 'DELETE')).toMatchObject({ status: 502 })
  expect(closing.lines).toEqual(['POST /order HTTP/1.1', 'DELETE /order HTTP/1.1'])
})

test('one other replica gets a request whose replica ended without a response, and no third', async () => {
  const broken = await Promise.all(['one', 'two', 'three'].map((id) => instance(id, () => 'end')))
  await serve(...broken)
  expect(await get('/fatal')).toMatchObject({ status: 502 })
  expect(broken.flatMap(({ lines }) => lines)).toHaveLength(2)

  const working = await instance('working', () => 'respond')
  await serve(...broken.slice(0, 1), working)
  for (let each = 0; each < 4; each += 1) expect(await get('/')).toMatchObject({ status: 200, body: 'working' })
})

test('a connection is kept and used again', async () => {
  const kept = await instance('one', () => 'respond')
  await serve(kept)
  await untilReused(kept.lines, '/again')
})
