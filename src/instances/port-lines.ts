import type { Instance } from '../contract/wire/compute.ts'

/** A public port of an instance with the place where it is reached. */
export interface PortLine {
  key: string
  /** The service that listens on it; empty where none declares it. */
  service: string
  containerPort: number
  protocol: 'http' | 'tcp' | 'udp'
  url: string | null
  /** Host and port; null while there is none. */
  address: string | null
  /** Why nothing listens there. */
  error: string | null
}

/**
 * Lists the public ports: each link, then each address of the forwarder. A port without either shows where the engine
 * publishes it on its own machine.
 */
export function portLines(instance: Pick<Instance, 'ports' | 'services' | 'providerHost'>): PortLine[] {
  const { ports, services, providerHost } = instance
  const forwarded = services.flatMap(({ name, ports: declared }) =>
    declared.flatMap(({ containerPort, protocol, address }): PortLine[] => {
      if (!address) return []
      return [
        {
          key: `${name} ${protocol} ${containerPort}`,
          service: name,
          containerPort,
          protocol: protocol === 'udp' ? 'udp' : 'tcp',
          url: null,
          address: `${address.host}:${address.port}`,
          error: address.error,
        },
      ]
    }),
  )
  const links = ports.flatMap(({ containerPort, url, hostPort }): PortLine[] => {
    const declared = services.flatMap(({ name, ports: own }) =>
      own
        .filter((port) => port.containerPort === containerPort && port.protocol !== 'udp')
        .map((port) => ({ name, port })),
    )
    const http = declared.find(({ port }) => port.protocol === 'http')
    const isForwarded = declared.some(({ port }) => port.address !== null)
    if ((declared.length > 0 && !http) || (url === null && isForwarded)) return []
    // Visitors do not see the machine.
    if (url === null && hostPort !== null && providerHost === '') return []
    const address = url === null && hostPort !== null ? `${providerHost}:${hostPort}` : null
    const service = (http ?? declared[0])?.name ?? ''
    return [{ key: `link ${containerPort}`, service, containerPort, protocol: 'http', url, address, error: null }]
  })
  return [...links, ...forwarded]
}
