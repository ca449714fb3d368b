import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Forwards a listening socket of the machine to a port of the network that this process shares with its workload. The
 * workload holds neither end of it: all that it gets is a TCP connection on its own loopback address.
 */
export class Relay {
  readonly #servers: Server[]

  constructor(listening: Server[], ports: { containerPort: number }[]) {
    const options = { allowHalfOpen: true, noDelay: true }
    this.#servers = ports.map(({ containerPort }, index) =>
      createServer(options, (client) => forward(client, containerPort)).listen(listening[index]),
    )
  }

  /** Takes no more connections; resolves when those that there are have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

/** A side that ends its half may still receive; a side that breaks off breaks the other off. */
function forward(client: Socket, containerPort: number): void {
  const workload = connect({ host: '127.0.0.1', port: containerPort, allowHalfOpen: true, noDelay: true })
  client.on('error', () => workload.resetAndDestroy())
  workload.on('error', () => client.resetAndDestroy())
  client.pipe(workload)
  workload.pipe(client)
}
