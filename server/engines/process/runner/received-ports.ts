import { Server } from 'node:net'

/**
 * Resolves with the listening sockets, in the order of the ports. The control plane opened them in the machine's
 * network and sends them over IPC.
 */
export function receivedPorts(count: number): Promise<Server[]> {
  const servers: Server[] = []
  if (count === 0) return Promise.resolve(servers)
  return new Promise((resolve, reject) => {
    process.on('message', (_, handle) => {
      if (handle instanceof Server) servers.push(handle)
      if (servers.length === count) resolve(servers)
    })
    process.once('disconnect', () =>
      reject(new Error('The control plane exited before it had sent all listening sockets.')),
    )
  })
}
