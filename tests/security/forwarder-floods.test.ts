import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { streamLimits } from '../../server/gateway/streams/stream-limits.ts'
import { type StreamWorld, streamWorld } from '../gateway/stream-world.ts'
import { until } from '../server/until.ts'

const FLOOD = 200
const MAX = 40

let world: StreamWorld
const attackers: (Socket | UdpSocket)[] = []
afterEach(() => {
  for (const socket of attackers.splice(0)) 'destroy' in socket ? socket.destroy() : socket.close()
  world.close()
})

/** Linux has all of 127.0.0.0/8. */
const addressNumbered = (number: number) => `127.66.${Math.floor(number / 250)}.${1 + (number % 250)}`

const connectFrom = (localAddress: string): Socket => {
  const socket = connect({ host: '127.0.0.1', port: world.port, localAddress, allowHalfOpen: true })
  attackers.push(socket.on('error', () => socket.destroy()))
  return socket
}

const echoed = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return String(bytes)
}

/** Sends from a source address that never responses, as a forged one would not. */
async function sendFrom(address: string, text: string): Promise<void> {
  const socket = createSocket('udp4')
  attackers.push(socket.on('error', () => undefined))
  socket.bind(0, address)
  await once(socket, 'listening')
  socket.send(text, world.port, '127.0.0.1')
}

test('connections that are opened and never used take no more than the room of one visitor', async () => {
  world = await streamWorld({ limits: { ...streamLimits, perVisitor: MAX } })
  let accepted = 0
  const target = await world.tcpTarget('one', (socket) => {
    accepted += 1
    socket.pipe(socket)
  })
  await world.route('tcp', [target])
  const flood = Array.from({ length: FLOOD }, () => connectFrom('127.66.0.1'))
  await until(async () => flood.filter((socket) => socket.destroyed).length === FLOOD - MAX)
  expect(accepted).toBeLessThanOrEqual(MAX)
  expect(await echoed(connectFrom('127.66.0.2'), 'hello')).toBe('hello')
})

test('connections with one closed side count until both are closed', async () => {
  world = await streamWorld({ limits: { ...streamLimits, perListener: MAX, halfOpenMs: 500 } })
  // It never closes its own side.
  await world.route('tcp', [await world.tcpTarget('one', (socket) => void socket.resume())])
  const flood = Array.from({ length: FLOOD }, (_, each) => connectFrom(addressNumbered(each)).end('x'))
  await until(async () => flood.filter((socket) => socket.destroyed).length >= FLOOD - MAX)
  await until(async () => flood.every((socket) => socket.destroyed))
  const again = connectFrom('127.66.9.9')
  await once(again, 'connect')
  again.write('y')
  expect(again.destroyed).toBe(false)
})

test('datagrams with forged sources open no more sessions than the limit, and confirmed visitors stay', async () => {
  world = await streamWorld({ limits: { ...streamLimits, perListener: MAX } })
  await world.route('udp', [await world.udpTarget('one ')])
  const steady = world.visitUdp()
  await once(steady, 'connect')
  const responses: string[] = []
  steady.on('message', (bytes) => responses.push(String(bytes)))
  const exchange = (text: string) =>
    until(async () => {
      steady.send(text)
      return responses.includes(`one ${text}`)
    })
  await exchange('a')
  await exchange('confirmed')
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length
  const before = sockets()
  for (let each = 0; each < FLOOD; each += 1) await sendFrom(addressNumbered(each), 'forged')
  await exchange('still here')
  expect(sockets() - before - attackers.length).toBeLessThanOrEqual(MAX)
})
