import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { Relay } from '../../server/engines/process/runner/relay.ts'
import { until } from './harness.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const step of cleanUps.splice(0).reverse()) step()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port // A listening TCP server.

async function listening(onConnection: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return server
}

/** Opens a relay as the runner does: from a listening socket that it did not open, to a workload. */
async function relayTo(workload: (socket: Socket) => void) {
  const inside = await listening(workload)
  const handed = await listening(() => undefined)
  const relay = new Relay([handed], [{ containerPort: portOf(inside) }])
  return { inside, relay, port: portOf(handed) }
}

function visit(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.on('error', () => undefined)
  cleanUps.push(() => socket.destroy())
  return socket
}

test('carries many connections concurrently without mixing their bytes', async () => {
  const { port } = await relayTo((socket) => socket.pipe(socket))
  const visits = Array.from({ length: 300 }, async (_, index) => {
    const socket = visit(port)
    socket.end(`visitor ${index} `.repeat(500))
    expect(await text(socket)).toBe(`visitor ${index} `.repeat(500))
  })
  await Promise.all(visits)
})

test('a visitor that has ended its half still receives the whole response', async () => {
  const { port } = await relayTo(async (socket) => {
    const question = await text(socket)
    socket.end(`${question} was asked ${'x'.repeat(3_000_000)}`)
  })
  const socket = visit(port)
  socket.end('a question')
  const response = await text(socket)
  expect(response.length).toBe('a question was asked '.length + 3_000_000)
})

test("a workload that has ended its half still receives the visitor's data", async () => {
  let received = ''
  const { port } = await relayTo(async (socket) => {
    socket.end('go on')
    received = await text(socket)
  })
  const socket = visit(port)
  expect(await text(socket)).toBe('go on')
  socket.end('the rest')
  await until(() => expect(received).toBe('the rest'))
})

test('a large response waits for a slow visitor instead of filling memory', async () => {
  const chunk = Buffer.alloc(1 << 20, 'a')
  const chunks = 128
  let written = 0
  const { port } = await relayTo(async (socket) => {
    for (; written < chunks; written += 1) {
      if (!socket.write(chunk)) await once(socket, 'drain')
    }
    socket.end()
  })
  const socket = visit(port)
  socket.pause()
  let before = -1
  // Waits until no more bytes move: the rest fits into the system's buffers.
  await until(() => {
    const last = before
    before = written
    expect(written).toBe(last)
  })
  expect(written).toBeLessThan(chunks / 2)
  expect((await buffer(socket)).length).toBe(chunks * chunk.length)
})

test('a connection is closed when nothing listens inside', async () => {
  const { port, inside } = await relayTo(() => undefined)
  inside.close()
  await once(inside, 'close')
  const socket = visit(port)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.bytesRead).toBe(0)
})

test('a reset on one side resets the other', async () => {
  let broken = 0
  const { port } = await relayTo((socket) => {
    socket.once('error', () => {
      broken += 1
    })
    socket.on('data', (bytes) => {
      if (String(bytes) === 'break') socket.resetAndDestroy()
      else socket.write('hello')
    })
  })
  const leaving = visit(port)
  leaving.write('hi')
  await once(leaving, 'data')
  leaving.resetAndDestroy()
  await until(() => expect(broken).toBe(1))

  const left = visit(port)
  left.write('break')
  const [error] = await once(left, 'error').catch((reason: Error) => [reason])
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})

test('close rejects new connections and lets open ones finish', async () => {
  const { port, relay } = await relayTo((socket) => socket.pipe(socket))
  const socket = visit(port)
  socket.write('before')
  await once(socket, 'data')
  const closed = relay.close()
  const late = visit(port)
  const [error] = await once(late, 'error').catch((reason: Error) => [reason])
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  socket.end('after')
  expect(await text(socket)).toBe('after')
  await closed
})
