import type { Container } from 'dockerode'
import { dockerExec } from '../../../server/engines/docker/commands/docker-exec.ts'

const LIMIT_MS = 1500

/** Runs JavaScript inside a container; the code calls `print` to return its result. */
export async function runInside(container: Container, code: string): Promise<string> {
  const program = `const print = (text) => process.stdout.write(String(text)); ${code}`
  const { output } = await dockerExec(container, async () => {}, ['node', '-e', program], {})
  return output
}

export interface Target {
  address: string
  port: number
}

/**
 * Connects to all targets at once. Resolves, in their order, with `connected` and the first line received, or with the
 * reason of the failure.
 */
export async function connectAllFrom(container: Container, targets: readonly Target[]): Promise<string[]> {
  const printed = await runInside(
    container,
    `const connect = ({ address, port }) => new Promise((resolve) => {
      const socket = require('node:net').connect({ host: address, port })
      const end = (text) => { socket.destroy(); resolve(text) }
      setTimeout(end, ${LIMIT_MS}, 'timed out')
      socket.on('connect', () => { socket.write('GET / HTTP/1.0\\r\\n\\r\\n'); setTimeout(end, 300, 'connected') })
      socket.on('data', (data) => end('connected: ' + data.toString().split(/\\r?\\n/)[0]))
      socket.on('error', (error) => end(error.code))
    })
    Promise.all(${JSON.stringify(targets)}.map(connect)).then((all) => { print(JSON.stringify(all)); process.exit(0) })`,
  )
  return JSON.parse(printed)
}

export const connectFrom = async (container: Container, address: string, port: number): Promise<string> =>
  (await connectAllFrom(container, [{ address, port }]))[0] ?? ''

export function lookUpFrom(container: Container, name: string): Promise<string> {
  return runInside(
    container,
    `require('node:dns').lookup('${name}', (error, address) => print(error ? error.code : address))`,
  )
}
