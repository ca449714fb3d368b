import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { streamLimits } from '../../server/gateway/streams/stream-limits.ts'
import { until } from '../server/until.ts'
import { type StreamWorld, streamWorld } from './stream-world.ts'

let world: StreamWorld
afterEach(() => world.close())

const LONG_MS = 60_000
const named = (name: string) => (socket: Socket) => socket.end(name)
const echo = (socket: Socket) => socket.pipe(socket)
const nameOf = (socket: Socket) => text(socket.setEncoding('utf8'))
const exchange = async (socket: Socket, question: string): Promise<string> => {
  socket.write(question)
  const [response] = (await once(socket, 'data')) as [Buffer]
  return String(response)
}

test('connections go to the target with the fewest, and to the next one if a target refuses', async () => {
  world = await streamWorld()
  const [one, two] = [
    await world.tcpTarget('one', (socket) => socket.write('one')),
    await world.tcpTarget('two', (socket) => socket.write('two')),
  ]
  await world.route('tcp', [one, two, { ...one, id: 'gone', hostPort: world.port + 1 }])
  const open = [world.visit(), world.visit(), world.visit(), world.visit()]
  const names = await Promise.all(open.map(async (socket) => String((await once(socket, 'data'))[0])))
  expect(names.toSorted()).toEqual(['one', 'one', 'two', 'two'])
})

test('a direction that has ended leaves the other one open', async () => {
  world = await streamWorld()
  const target = await world.tcpTarget('one', (socket) => {
    const question = text(socket)
    void question.then((received) => socket.end(`received ${received}`))
  })
  await world.route('tcp', [target])
  const visitor = world.visit()
  visitor.end('how deep?')
  expect(await nameOf(visitor)).toBe('received how deep?')
})

test('an aborted connection is reset on the other side', async () => {
  world = await streamWorld()
  const accepted = Promise.withResolvers<Socket>()
  await world.route('tcp', [await world.tcpTarget('one', (socket) => accepted.resolve(echo(socket) as Socket))])
  const visitor = world.visit()
  expect(await exchange(visitor, 'x')).toBe('x')
  const failure = new Promise<NodeJS.ErrnoException>((resolve) => visitor.once('error', resolve))
  ;(await accepted.promise).resetAndDestroy()
  expect((await failure).code).toBe('ECONNRESET')
})

test('a visitor that does not read slows the target down instead of filling the memory', async () => {
  world = await streamWorld()
  const sent = { bytes: 0 }
  const target = await world.tcpTarget('one', (socket) => {
    const block = Buffer.alloc(65_536)
    const write = () => {
      while (!socket.destroyed && sent.bytes < 512 * 1_048_576) {
        sent.bytes += block.length
        if (!socket.write(block)) return void socket.once('drain', write)
      }
    }
    write()
  })
  await world.route('tcp', [target])
  const visitor = world.visit().pause()
  await once(visitor, 'connect')
  let before = -1
  // The buffers of the system are full once nothing moves for a while.
  await until(async () => {
    const isStill = sent.bytes > 0 && sent.bytes === before
    before = sent.bytes
    return isStill
  })
  expect(sent.bytes).toBeLessThan(64 * 1_048_576)
})

test('without a target a connection is reset, and a withdrawn one is drained before it is cut', async () => {
  world = await streamWorld()
  const [one, two] = [await world.tcpTarget('one', echo), await world.tcpTarget('two', named('two'))]
  await world.route('tcp', [one])
  const visitor = world.visit()
  expect(await exchange(visitor, 'a')).toBe('a')
  await world.route('tcp', [two])
  let isDrained = false
  const drained = world.forwarder.drain('one', LONG_MS).then(() => {
    isDrained = true
  })
  expect(await nameOf(world.visit())).toBe('two')
  expect(await exchange(visitor, 'b')).toBe('b')
  expect(isDrained).toBe(false)
  visitor.end()
  await drained

  await world.route('tcp', [one])
  const cut = world.visit()
  expect(await exchange(cut, 'c')).toBe('c')
  await world.route('tcp', [])
  await world.forwarder.drain('one', 20)
  await until(async () => cut.destroyed)
  const rejected = world.visit()
  await until(async () => rejected.destroyed)
})

test('connections beyond the limit of a visitor are reset, and silent ones end by themselves', async () => {
  world = await streamWorld({ limits: { ...streamLimits, perVisitor: 3, silentMs: 200 } })
  await world.route('tcp', [await world.tcpTarget('one', echo)])
  const open = [world.visit(), world.visit(), world.visit()]
  await Promise.all(open.map((socket) => once(socket, 'connect')))
  const more = world.visit()
  await until(async () => more.destroyed)
  await until(async () => open.every((socket) => socket.destroyed))
  expect(await exchange(world.visit(), 'again')).toBe('again')
})

test('a port in use is reported, and taken once it is free', async () => {
  world = await streamWorld()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(world.port, '127.0.0.1', resolve))
  await world.route('tcp', [await world.tcpTarget('one', named('one'))])
  expect(world.forwarder.failures).toEqual([
    { protocol: 'tcp', address: '127.0.0.1', port: world.port, code: 'EADDRINUSE' },
  ])
  await new Promise((resolve) => other.close(resolve))
  await until(async () => world.forwarder.failures.length === 0)
  expect(await nameOf(world.visit())).toBe('one')
})

test('a port that moves to another instance stays open, and a port without an instance is closed', async () => {
  world = await streamWorld()
  await world.route('tcp', [await world.tcpTarget('one', named('one'))], 'a')
  await world.route('tcp', [await world.tcpTarget('two', named('two'))], 'b')
  world.unroute('a')
  expect(await nameOf(world.visit())).toBe('two')
  world.unroute('b')
  await until(async () => {
    const socket = world.visit()
    const isRejected = new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false)).once('close', () => resolve(true))
    })
    return isRejected
  })
})
