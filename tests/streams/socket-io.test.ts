import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asyncScheduler, type SchedulerLike, switchMap } from 'rxjs'
import { Server } from 'socket.io'
import { afterEach, expect, test } from 'vitest'
import type { SocketEvent } from '../../streams/live/live-socket.ts'
import { openSocketIo } from '../../streams/live/socket-io.ts'
import { fakeWorld } from '../fakes/fake-world.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a real server on loopback. */
const startServer = async (port = 0, lets: (transport: unknown) => boolean = () => true) => {
  const http = createServer()
  const io = new Server(http, {
    serveClient: false,
    allowRequest: ({ url = '' }, response) =>
      response(null, lets(new URLSearchParams(url.split('?')[1]).get('transport'))),
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const stop = () => io.close()
  closers.push(stop)
  return { io, stop, port: (http.address() as AddressInfo).port }
}

/** Connects a client that records its waits instead of waiting. */
const connect = (port: number, random = () => 0, token = () => 'secret') => {
  const waits: number[] = []
  const events: SocketEvent['kind'][] = []
  const transports: string[] = []
  const scheduler: SchedulerLike = {
    now: () => asyncScheduler.now(),
    schedule: (work, delay = 0, state) => {
      waits.push(delay)
      return asyncScheduler.schedule(work as never, 0, state)
    },
  }
  const world = fakeWorld(scheduler)
  const location = {
    ...world.location,
    read: () => ({ path: '/', query: '', hash: '', origin: `http://127.0.0.1:${port}` }),
  }
  const running = openSocketIo({ scheduler, random, location }, () => {})(token)
    .pipe(switchMap(({ message$ }) => message$))
    .subscribe((what) => {
      events.push(what.kind)
      if (what.kind === 'opened') transports.push(what.transport)
    })
  closers.push(() => running.unsubscribe())
  return { waits, events, transports, running }
}

const closedPort = async () => {
  const { port, stop } = await startServer()
  await stop()
  return port
}

test('retries an unreachable server after 1 s, 2 s, 4 s … 30 s, and then every 30 s', async () => {
  const port = await closedPort()
  const { waits, events } = connect(port)
  await expect.poll(() => waits.length, { timeout: 15_000 }).toBeGreaterThan(40)
  expect(waits.slice(0, 7)).toStrictEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(new Set(waits.slice(7))).toStrictEqual(new Set([30_000]))
  expect(events).not.toContain('opened')
  const { io } = await startServer(port)
  await expect.poll(() => events.at(-1), { timeout: 15_000 }).toBe('opened')

  // After a successful connection the waits restart, even if the server closed it.
  const tried = waits.length
  io.disconnectSockets(true)
  await expect.poll(() => waits.slice(tried)).toStrictEqual([1000])
  await expect.poll(() => events.slice(-2)).toStrictEqual(['closed', 'opened'])
})

for (const [title, rejections, last] of [
  ['is retried once, and polling is not used if the retry succeeds', 1, 'websocket'],
  ['is retried once, and polling is used if the retry fails too', Infinity, 'polling'],
] as const)
  test(`a rejected WebSocket ${title}`, async () => {
    let rejectedCount = 0
    let isRejecting = false
    const { io, port } = await startServer(0, (transport) => {
      const rejects = isRejecting && transport === 'websocket' && rejectedCount < rejections
      if (rejects) rejectedCount += 1
      return !rejects
    })
    const { events, transports, running } = connect(port)
    await expect.poll(() => transports).toStrictEqual(['websocket'])
    isRejecting = true
    io.disconnectSockets(true)
    await expect.poll(() => transports).toStrictEqual(['websocket', last])
    expect(events).toStrictEqual(['opened', 'closed', 'closed', 'opened'])
    expect(rejectedCount).toBe(Math.min(rejections, 2))
    running.unsubscribe()
  })

test('random jitter lengthens the waits', async () => {
  const chances = [0, 0.5, 1]
  const { waits } = connect(await closedPort(), () => chances.shift() ?? 0)
  await expect.poll(() => waits.slice(0, 4)).toStrictEqual([1000, 2200, 4800, 8000])
})

test('retries with the same waits if the server rejects the connection', async () => {
  const { io, port } = await startServer()
  let rejections = 0
  io.use((_socket, next) => {
    rejections += 1
    next(rejections > 3 ? undefined : Object.assign(new Error('Busy.'), { data: { error: 'busy' } }))
  })
  const { waits, events } = connect(port)
  await expect.poll(() => events).toStrictEqual(['closed', 'closed', 'closed', 'opened'])
  expect(waits).toStrictEqual([1000, 2000, 4000])
})

test('reports a rejected token, and connects with the next one', async () => {
  const { io, port } = await startServer()
  io.use(({ handshake }, next) =>
    next(
      handshake.auth.token === 'renewed'
        ? undefined
        : Object.assign(new Error('Ended.'), { data: { error: 'sessionEnded' } }),
    ),
  )
  let token = 'old'
  const { events, running } = connect(
    port,
    () => 0,
    () => token,
  )
  await expect.poll(() => events.slice(0, 2)).toStrictEqual(['sessionRejected', 'closed'])
  token = 'renewed'
  await expect.poll(() => events.at(-1)).toBe('opened')
  running.unsubscribe()
})

test('reports a session that the server ends before the disconnect', async () => {
  const { io, port } = await startServer()
  io.on('connection', (socket) => {
    socket.emit('sessionEnded')
    socket.disconnect(true)
  })
  const { events } = connect(port)
  await expect.poll(() => events.slice(0, 3)).toStrictEqual(['opened', 'sessionRejected', 'closed'])
})

test('unsubscribing closes the connection', async () => {
  const { io, port } = await startServer()
  const { events, running } = connect(port)
  await expect.poll(() => events).toStrictEqual(['opened'])
  running.unsubscribe()
  await expect.poll(() => io.engine.clientsCount).toBe(0)
  expect(events).toStrictEqual(['opened'])
})
