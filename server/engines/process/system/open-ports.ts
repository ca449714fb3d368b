import { createServer, type Server } from 'node:net'
import { EngineFailure, type Workload, type WorkloadSpec } from '../../engine.ts'

/** Loopback ports of this machine that are reserved for one workload until its program or runner listens on them. */
export interface OpenPorts {
  ports: Workload['ports']
  /** In the same order as `ports`. */
  listening: Server[]
  close(): Promise<void>
}

/** Listens on one port for each request: `hostPort`, or one that the system chooses. */
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

/** Listens on a loopback port. Connections that arrive before the workload listens are dropped. */
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
