import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientAddressLine } from '../../http/listener/client-address.ts'

/** The connection to the control plane that belongs to one connection of a client. */
class ConsoleAgent extends Agent {
  readonly #path: string
  readonly #client: Socket

  constructor(path: string, client: Socket) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#path = path
    this.#client = client
  }

  override createConnection(): Duplex {
    const socket = connect({ path: this.#path })
    socket.write(clientAddressLine(this.#client))
    return socket
  }
}

/**
 * Returns the agent of a client's connection. Connections to the control plane are never shared between clients, so
 * that each has the address of its client, and no client's bytes can follow another's.
 */
export function createConsoleAgents(path: string): (client: Socket) => Agent {
  const agents = new WeakMap<Socket, Agent>()
  return (client) => {
    const known = agents.get(client)
    if (known) return known
    const agent = new ConsoleAgent(path, client)
    agents.set(client, agent)
    client.once('close', () => agent.destroy())
    return agent
  }
}
