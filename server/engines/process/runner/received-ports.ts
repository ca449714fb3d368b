import { Server } from 'node:net'

/** The listening sockets that the control plane hands over, in the order of the ports; it opened them in the machine's network. */
export function receivedPorts(count: number): Promise<Server[]> {
  const servers: Server[] = []
  if (count === 0) return Promise.resolve(servers)
  return new Promise((resolve, reject) => {
    process.on('message', (_, handle) => {
      if (handle instanceof Server) servers.push(handle)
      if (servers.length === count) resolve(servers)
    })
    process.once('disconnect', () => reject(new Error('The control plane ended before the ports were handed over.')))
  })
}
