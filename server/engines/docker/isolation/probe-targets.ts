import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ControlPlaneTarget } from '../../interface/description.ts'
import { BRIDGE_PREFIX } from '../network/bridge-name.ts'
import type { ProbeTarget } from './judge-outcomes.ts'

/** The port on which the peer container listens. */
const PEER_PORT = 8080
const METADATA = { address: '169.254.169.254', port: 80 }
const ADDRESSES_TRIED = 16

export interface ProbeHost {
  address: string
  gateway: string
}

export interface ProbeEnvironment {
  peer: ProbeHost
  gateway: string
  /** The port on which this process listens at the gateway's address; undefined when it cannot listen there. */
  listening: number | undefined
  controlPlane: ControlPlaneTarget
}

export function probeTargets({ peer, gateway, listening, controlPlane }: ProbeEnvironment): ProbeTarget[] {
  const { port } = controlPlane
  const others = [peer.gateway, ...machineAddresses()].filter((address) => address !== '' && address !== gateway)
  return [
    { kind: 'betweenInstances', address: peer.address, port: PEER_PORT, isListening: true },
    { kind: 'host', address: gateway, port: listening ?? port, isListening: listening !== undefined },
    ...others.map((address) => ({ kind: 'host', address, port, isListening: false }) as const),
    ...[gateway, ...others].map((address) => ({ kind: 'controlPlane', address, port, isListening: false }) as const),
    { kind: 'metadata', ...METADATA, isListening: false },
  ]
}

/** Lists the addresses of this machine, except loopback addresses and the bridges of workloads. */
function machineAddresses(): string[] {
  const own = Object.entries(networkInterfaces()).filter(([name]) => !name.startsWith(BRIDGE_PREFIX))
  const addresses = own.flatMap(([, each]) => each ?? []).filter(({ internal, scopeid }) => !internal && !scopeid)
  return addresses.map(({ address }) => address).slice(0, ADDRESSES_TRIED)
}

/** Resolves with undefined when the address is not on this machine, as with a remote engine. */
export function listenOn(address: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen(0, address, () => resolve(server))
  })
}

export function portOf(server: Server | undefined): number | undefined {
  const address = server?.address()
  return typeof address === 'object' ? address?.port : undefined
}
