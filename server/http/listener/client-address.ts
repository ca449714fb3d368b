import type { Server } from 'node:http'
import { isIP, type Socket } from 'node:net'

const MAX_BYTES = 64
/** Long, because a busy process may notice the line much later than the connection. */
const LIMIT_MS = 60_000

/** Returns the line that begins a connection from the gateway: the address of the client that it is for. */
export const clientAddressLine = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string => `${remoteAddress}\n`

/**
 * Makes every connection of a Unix socket appear to come from the address in its first line. A header could not say it:
 * clients can send headers.
 */
export function readClientAddresses(server: Server): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    const limit = setTimeout(() => socket.destroy(), LIMIT_MS)
    socket.once('close', () => clearTimeout(limit))
    let received = Buffer.alloc(0)
    const receive = (part: Buffer) => {
      received = Buffer.concat([received, part])
      const end = received.indexOf('\n')
      if (end === -1 && received.length <= MAX_BYTES) return
      socket.off('data', receive)
      clearTimeout(limit)
      const address = received.toString('latin1', 0, Math.max(end, 0))
      if (end > MAX_BYTES || isIP(address) === 0) return void socket.destroy()
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      socket.pause()
      if (received.length > end + 1) socket.unshift(received.subarray(end + 1))
      for (const listener of listeners) listener.call(server, socket)
      socket.resume()
    }
    socket.on('data', receive)
  })
}
