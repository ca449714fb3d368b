import { createServer } from 'node:net'
import { EngineFailure } from '../../engine.ts'

/** A loopback port that nobody listens on: `wanted`, or one that the system chooses. */
export function freePort(wanted: number | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', () => {
      reject(
        new EngineFailure('portTaken', `Port ${wanted} is in use by another program. Free it, or choose another port.`),
      )
    })
    server.listen(wanted ?? 0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
