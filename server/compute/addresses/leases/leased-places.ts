import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'

/** What decides where the ports of a service are reached. Configurations from before static addresses name none. */
export type LeasingService = Pick<StoredService, 'name' | 'ipLease' | 'ports'> & {
  staticAddress?: string | null | undefined
}

/** The project's name of a service's static address. An instance's host label is unique in the installation. */
export const staticNameOf = ({ name, staticAddress }: LeasingService, host: string): string =>
  staticAddress ?? `${host}-${name}`

export interface PublicPort {
  protocol: 'tcp' | 'udp'
  containerPort: number
}

/**
 * Returns the ports that the forwarder serves. HTTP ports have the gateway's host names on a shared address, and are
 * served as they are on an address of the service.
 */
export const forwardedPorts = ({ ipLease, ports }: LeasingService): PublicPort[] =>
  ports.flatMap(({ containerPort, protocol, exposure }) => {
    if (exposure !== 'public' || (protocol === 'http' && ipLease === 'shared-ip')) return []
    return [{ containerPort, protocol: protocol === 'udp' ? 'udp' : 'tcp' }]
  })
