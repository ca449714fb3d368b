import { forwardedPorts, type LeasingService, staticNameOf } from '../../compute/addresses/leases/leased-places.ts'
import { LOOPBACK } from '../../engines/interface/networks.ts'
import type { RouteListener, RouteState, Target } from './route.ts'

export interface ReadyReplica {
  id: string
  service: string
  address: string
  ports: { containerPort: number; hostPort: number }[]
}

/** What an instance leases, as JSON from the database. */
export interface Leases {
  /** Those of the deployment that serves. */
  services: LeasingService[] | null
  ports: { address: string; protocol: 'tcp' | 'udp'; port: number; service: string; containerPort: number }[] | null
  addresses: { type: 'dedicated' | 'static'; name: string; ip: string; service: string }[] | null
}

interface LeasingInstance {
  host: string
  leases: Leases
  ready: ReadyReplica[] | null
}

/** Returns where the forwarder serves the ports of an instance, also while no replica of it is ready. */
export function listenersOf({ host, leases, ready }: LeasingInstance, state: RouteState): RouteListener[] {
  if (state !== 'running' && state !== 'starting') return []
  return (leases.services ?? []).flatMap((service) =>
    forwardedPorts(service).flatMap(({ protocol, containerPort }) => {
      const targets = targetsOf(ready ?? [], service.name, containerPort)
      if (service.ipLease === 'shared-ip')
        return (leases.ports ?? [])
          .filter(
            (row) => row.service === service.name && row.protocol === protocol && row.containerPort === containerPort,
          )
          .map(({ address, port }) => ({ protocol, address: address || null, port, targets }))
      const own = addressOf(service, host, leases)
      return own ? [{ protocol, address: own, port: containerPort, targets }] : []
    }),
  )
}

function addressOf(service: LeasingService, host: string, { addresses }: Leases): string | undefined {
  const name = staticNameOf(service, host)
  return addresses?.find((row) =>
    service.ipLease === 'static'
      ? row.type === 'static' && row.name === name
      : row.type === 'dedicated' && row.service === service.name,
  )?.ip
}

function targetsOf(ready: readonly ReadyReplica[], service: string, containerPort: number): Target[] {
  return ready
    .filter((replica) => replica.service === service)
    .flatMap(({ id, address, ports }) => {
      // TCP and UDP of one number share a host port.
      const published = ports.find((port) => port.containerPort === containerPort)
      return published ? [{ id, address: address || LOOPBACK, hostPort: published.hostPort }] : []
    })
}
