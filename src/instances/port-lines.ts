import type { Instance } from '../contract/wire/compute.ts'

/** A port of an instance with the place where it is reached. */
export interface PortLine {
  key: string
  containerPort: number
  note: string
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
      const kind = protocol === 'udp' ? 'UDP' : 'TCP'
      return [
        {
          key: `${name} ${protocol} ${containerPort}`,
          containerPort,
          note: services.length > 1 ? `${kind}, ${name}` : kind,
          url: null,
          address: `${address.host}:${address.port}`,
          error: address.error,
        },
      ]
    }),
  )
  const links = ports.flatMap(({ containerPort, url, hostPort }): PortLine[] => {
    const declared = services.flatMap((service) =>
      service.ports.filter((port) => port.containerPort === containerPort && port.protocol !== 'udp'),
    )
    const isHttp = declared.length === 0 || declared.some(({ protocol }) => protocol === 'http')
    const isForwarded = declared.some(({ address }) => address !== null)
    if (!isHttp || (url === null && isForwarded)) return []
    const address = url === null && hostPort !== null ? `${providerHost}:${hostPort}` : null
    return [{ key: `link ${containerPort}`, containerPort, note: 'port', url, address, error: null }]
  })
  return [...links, ...forwarded]
}
