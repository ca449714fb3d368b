import { createServer, type Socket } from 'node:net'
import type { Listener, Place } from './listener.ts'

const KEEP_ALIVE_MS = 60_000

/** Listens on a TCP port. Rejects with the system's error. */
export function openTcpListener({ address, port }: Place, onConnection: (socket: Socket) => void): Promise<Listener> {
  const server = createServer({
    allowHalfOpen: true,
    pauseOnConnect: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  })
  server.on('connection', onConnection)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', reject)
      // The system has no room for another connection; the next one may succeed.
      server.on('error', () => undefined)
      resolve({ close: () => void server.close() })
    })
  })
}
