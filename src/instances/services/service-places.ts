import type { Instance } from '../../contract/wire/compute.ts'
import type { StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { type Connection, connectionsOf } from '../../rules/connections/connections-of.ts'
import { type PortLine, portLines } from '../port-lines.ts'

/** The places where a service is reached, from outside and in its networks. */
export interface ServicePlaces extends Omit<Connection, 'label'> {
  /** Null where only its public ports are known. */
  label: string | null
  publicLines: PortLine[]
  /** It has ports, and nothing reaches them. */
  isUnreachable: boolean
}

type Reached = Pick<Instance, 'ports' | 'services' | 'providerHost' | 'networkName'>

/** Returns the services that have ports. Without the configuration, only the public ports are known. */
export function servicePlaces(instance: Reached, configuration: StoredConfiguration | null): ServicePlaces[] {
  const lines = portLines(instance)
  const connections = configuration
    ? connectionsOf(configuration, {
        networkName: instance.networkName,
        publicAddress: (service, containerPort) =>
          lines.find((line) => line.service === service && line.containerPort === containerPort)?.address ?? null,
      })
    : []
  const known = connections.map((connection): ServicePlaces => {
    const publicLines = lines.filter(({ service }) => service === connection.service)
    return {
      ...connection,
      publicLines,
      isUnreachable:
        publicLines.length === 0 &&
        connection.ports.every(({ isPublic, inside, project }) => !isPublic && inside === null && project === null),
    }
  })
  const others = [...new Set(lines.map(({ service }) => service))].filter(
    (name) => !known.some(({ service }) => service === name),
  )
  const unknown = others.map(
    (service): ServicePlaces => ({
      service,
      label: null,
      ports: [],
      strings: [],
      reference: null,
      publicLines: lines.filter((line) => line.service === service),
      isUnreachable: false,
    }),
  )
  return [...known, ...unknown]
}
