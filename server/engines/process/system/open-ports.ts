import { createServer, type Server } from 'node:net'
import { EngineFailure, type Workload, type WorkloadSpec } from '../../engine.ts'

/** Loopback ports of this machine that are held for one workload until somebody else listens on them. */
export interface OpenPorts {
  ports: Workload['ports']
  /** In the order of the ports. */
  listening: Server[]
  close(): Promise<void>
}

/** Listens on a port for each that is asked for: `hostPort`, or one that the system chooses. */
export async function openPorts(requested: WorkloadSpec['ports']): Promise<OpenPorts> {
  const ports: Workload['ports'] = []
  const listening: Server[] = []
  const close = async () => {
    await Promise.all(listening.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  }
  try {
    for (const { containerPort, hostPort } of requested) {
      const server = await listen(hostPort)
      listening.push(server)
      ports.push({ containerPort, hostPort: portOf(server) })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ports, listening, close }
}

/** A connection that comes before the workload is there is dropped. */
export function listen(requested: number | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => {
      reject(
        new EngineFailure(
          'portTaken',
          `Port ${requested} is in use by another program. Free it, or choose another port.`,
        ),
      )
    })
    server.listen(requested ?? 0, '127.0.0.1', () => resolve(server))
  })
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
