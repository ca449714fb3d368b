import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Workload } from '../../engine.ts'

/** A firewall of the machine may drop connections to containers. */
const CONNECT_MS = 200

/**
 * Connects to a container without the engine's proxy, which accepts connections even while nothing listens. Resolves with
 * undefined unless the container's network is one of this machine: elsewhere its address may belong to anything.
 */
export async function listensOnBridge({ bridge }: Workload, containerPort: number): Promise<boolean | undefined> {
  if (!bridge || !isOfThisMachine(bridge.gateway)) return undefined
  return new Promise((resolve) => {
    const socket = connect({ host: bridge.address, port: containerPort })
    const settle = (result: boolean | undefined) => {
      clearTimeout(limit)
      socket.destroy()
      resolve(result)
    }
    const limit = setTimeout(settle, CONNECT_MS, undefined)
    socket.once('connect', () => settle(true))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => settle(code === 'ECONNREFUSED' ? false : undefined))
  })
}

const isOfThisMachine = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((each) => each.address === address))
