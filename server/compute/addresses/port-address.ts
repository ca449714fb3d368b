import type { PortAddress } from '../../../src/contract/wire/instance/address.ts'
import type { ServicePort } from '../../../src/contract/wire/instance/resources.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import { forwardedPorts } from './leases/leased-places.ts'
import { listenErrorText } from './listen-error-text.ts'

/** What a service leases, as JSON from the database. */
export interface LeaseRecord {
  name: string
  ipLease: 'shared-ip' | 'dedicated-ip' | 'static'
  ports: ServicePort[]
  /** Ports of a shared address. */
  sharedPorts: {
    address: string
    protocol: 'tcp' | 'udp'
    port: number
    containerPort: number
    listenError: string | null
  }[]
  /** Its own address. */
  address: { ip: string; listenErrors: Record<string, string> } | null
}

/** Returns where visitors reach a port through the forwarder; null if they do not. */
export function portAddress(
  service: LeaseRecord,
  { containerPort, protocol }: Pick<ServicePort, 'containerPort' | 'protocol'>,
  links: Pick<GatewayLinks, 'sharedHost'>,
): PortAddress | null {
  const kind = protocol === 'udp' ? 'udp' : 'tcp'
  const isForwarded = forwardedPorts(service).some(
    (port) => port.containerPort === containerPort && port.protocol === kind,
  )
  if (!isForwarded) return null
  const textOf = (code: string | null | undefined) => (code ? listenErrorText(code) : null)
  if (service.ipLease !== 'shared-ip') {
    const { address } = service
    if (!address) return null
    return { host: address.ip, port: containerPort, error: textOf(address.listenErrors[`${kind} ${containerPort}`]) }
  }
  const shared = service.sharedPorts.find((row) => row.containerPort === containerPort && row.protocol === kind)
  return shared
    ? { host: shared.address || links.sharedHost, port: shared.port, error: textOf(shared.listenError) }
    : null
}
