import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WakeReport } from '../../server/gateway/control/control-messages.ts'
import type { Route, Target } from '../../server/gateway/routes/route.ts'

/** The program of a service that sleeps: it answers with the body that it got, and echoes upgraded connections. */
export async function echoProgram(): Promise<{ target: Target; received: IncomingMessage[]; close(): void }> {
  const received: IncomingMessage[] = []
  const server: Server = createServer((incoming, response) => {
    received.push(incoming)
    incoming.pipe(response)
  })
  server.on('upgrade', (_incoming, socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    target: { id: 'replica', address: '127.0.0.1', hostPort: (server.address() as AddressInfo).port },
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The route of a service that requests wake, at `{id}.localhost`. */
export const sleepingRoute = (id: string, targets: Target[] = [], given: Partial<Route> = {}): Route => ({
  id,
  host: id,
  name: id,
  owner: `owner of ${id}`,
  state: 'running',
  defaultPort: 8080,
  ports: [{ containerPort: 8080, targets, wakes: 'web' }],
  ...given,
})

export const wakeOf = (instanceId: string): WakeReport => ({ type: 'wake', instanceId, service: 'web' })
