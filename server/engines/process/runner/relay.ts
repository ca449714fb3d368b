import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Forwards a listening socket of the machine to a port in the network that this process shares with its workload. The
 * workload gets only a TCP connection on its own loopback address, and neither of the relay's sockets.
 */
export class Relay {
  readonly #servers: Server[]

  constructor(listening: Server[], ports: { containerPort: number }[]) {
    const options = { allowHalfOpen: true, noDelay: true }
    this.#servers = ports.map(({ containerPort }, index) =>
      createServer(options, (client) => forward(client, containerPort)).listen(listening[index]),
    )
  }

  /** Stops accepting connections; resolves when the open ones have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

/**
 * Joins two connections: after one side ends its half it can still receive; after an error on one side the other is
 * reset.
 */
function forward(client: Socket, containerPort: number): void {
  const workload = connect({ host: '127.0.0.1', port: containerPort, allowHalfOpen: true, noDelay: true })
  client.on('error', () => workload.resetAndDestroy())
  workload.on('error', () => client.resetAndDestroy())
  client.pipe(workload)
  workload.pipe(client)
}
