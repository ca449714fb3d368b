import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { printFigure } from '../support/figures.ts'
import { residentBytes } from '../support/process-usage.ts'
import { startBenchGateway } from './bench-gateway.ts'

/** Memory of idle WebSockets in the gateway's process: each is a connection of a visitor and one to the instance. */
const SOCKETS = 8000
const AT_ONCE = 200
/** Opened and closed before, so that the heap of the peak and compiled code do not count. */
const WARM_UP = 500
const SETTLES_MS = 3000
const BAR_KB = 20

const accepted = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

const open: Socket[] = []
const instance = createServer((socket) => {
  open.push(socket)
  socket.on('error', () => socket.destroy())
  socket.on('data', () => socket.write(accepted))
}).listen(0, '127.0.0.1')
await once(instance, 'listening')
// A server that listens on a port has an `AddressInfo`.
const gateway = await startBenchGateway((instance.address() as AddressInfo).port)

const openSocket = async (): Promise<Socket> => {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${gateway.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4dGVlbiBsZXR0ZXJzIQ==\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!first.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(first.toString('latin1'))
  return socket
}

const openSockets = async (count: number): Promise<Socket[]> => {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, openSocket))))
  return sockets
}

try {
  for (const socket of await openSockets(WARM_UP)) socket.destroy()
  await pause(SETTLES_MS)
  const before = residentBytes(gateway.pid)
  await openSockets(SOCKETS)
  await pause(SETTLES_MS)
  const kilobytes = (residentBytes(gateway.pid) - before) / SOCKETS / 1000
  console.log(`\nGateway: ${SOCKETS} idle WebSockets`)
  printFigure('memory of each', kilobytes, 'kB', BAR_KB, `the process before ${(before / 1e6).toFixed(0)} MB`)
} finally {
  await gateway.stop()
  process.exit()
}
