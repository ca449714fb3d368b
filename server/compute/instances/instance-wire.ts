import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import { storedRules } from '../../../src/rules/scaling/stored-rules.ts'
import { LOOPBACK } from '../../engines/interface/networks.ts'
import type { instances } from '../../store/schema.ts'
import { type LeaseRecord, portAddress } from '../addresses/port-address.ts'
import { firstHttpPort, type GatewayLinks, isLinked } from './gateway-links.ts'

export type InstanceRow = typeof instances.$inferSelect

/** A deployment as JSON from the database, with times as strings. */
export interface DeploymentRecord
  extends Pick<
    Deployment,
    | 'number'
    | 'reason'
    | 'repeats'
    | 'createdBy'
    | 'status'
    | 'error'
    | 'image'
    | 'logsLength'
    | 'activeSince'
    | 'endedAt'
  > {
  id: DeploymentId
  createdAt: string
  /** Where the ports of its ready replicas are published; null without any, empty where that was not recorded. */
  providerHost: string | null
  services: ServiceRecord[]
}

interface ServiceRecord extends LeaseRecord {
  image: string
  replicas: number
  /** The published ports of each ready replica. */
  ready: InstanceRow['publishedPorts'][]
}

export interface LoadedInstance {
  row: InstanceRow
  deployments: DeploymentRecord[]
  domains: Instance['domains']
}

type Service = Instance['services'][number]

const hostOf = (record: DeploymentRecord | undefined): string => record?.providerHost || LOOPBACK

/** Converts an instance for calls, events and lists. */
export function instanceWire({ row, deployments, domains }: LoadedInstance, links: GatewayLinks): Instance {
  const shown = deployments.find(({ id }) => id === row.activeDeployment) ?? deployments[0]
  const ports = portsWire(row, shown?.services ?? [], links)
  return {
    _id: row.id,
    organizationId: row.organizationId,
    computeProject: row.projectId,
    cluster: row.clusterId,
    name: row.name,
    state: row.state,
    desiredState: row.desiredState,
    status: row.status,
    progressMessage: row.progressMessage,
    error: row.error,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    region: row.region,
    image: row.image,
    templateId: row.templateId,
    machineImageId: row.machineImageId,
    cpu: row.cpuMilli,
    memory: row.memoryBytes,
    storage: row.storageBytes,
    environment: row.variableNames.map((name) => ({ name })),
    latestUrlPreview: ports.find(({ url }) => url !== null)?.url ?? null,
    providerHost: hostOf(shown),
    networkName: row.host,
    ports,
    services:
      shown?.services.map((service) => serviceWire(row, service, { ports, links, isActive: true, isScaled: true })) ??
      [],
    domains,
    activeDeployment: row.activeDeployment,
    desiredDeployment: row.desiredDeployment,
    deployments: deployments.map((record) => deploymentWire(row, record, { ports, links })),
    extendedInstances: [{ defaultDailyTopup: row.dailyPriceMicros, price: row.dailyPriceMicros }],
    totalInstances: 1,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    observedAt: row.observedAt?.toISOString() ?? null,
  }
}

type InstanceOfDeployment = Pick<
  InstanceRow,
  'activeDeployment' | 'desiredDeployment' | 'autoscalingRules' | 'scaledReplicas'
>

interface Reached {
  /** Those of the instance, with the addresses of its active deployment. */
  ports: Instance['ports']
  links: GatewayLinks
}

export function deploymentWire(instance: InstanceOfDeployment, record: DeploymentRecord, reached: Reached): Deployment {
  const isActive = record.id === instance.activeDeployment
  const isScaled = isActive || record.id === instance.desiredDeployment
  return {
    _id: record.id,
    number: record.number,
    reason: record.reason,
    repeats: record.repeats,
    createdBy: record.createdBy,
    status: record.status,
    error: record.error,
    image: record.image,
    services: record.services.map((service) => serviceWire(instance, service, { ...reached, isActive, isScaled })),
    protocolData: { providerHost: hostOf(record) },
    logsLength: record.logsLength,
    createdAt: new Date(record.createdAt).toISOString(),
    activeSince: record.activeSince && new Date(record.activeSince).toISOString(),
    endedAt: record.endedAt && new Date(record.endedAt).toISOString(),
  }
}

function serviceWire(
  { autoscalingRules, scaledReplicas }: InstanceOfDeployment,
  service: ServiceRecord,
  { ports, links, isActive, isScaled }: Reached & { isActive: boolean; isScaled: boolean },
): Service {
  return {
    name: service.name,
    image: service.image,
    replicas: (isScaled ? scaledReplicas[service.name] : undefined) ?? service.replicas,
    readyReplicas: service.ready.length,
    autoscalingRules: storedRules(autoscalingRules[service.name]),
    ports: service.ports.map((port) => {
      const { containerPort, protocol } = port
      const address = isActive ? portAddress(service, port, links) : null
      const published = service.ready[0]?.find((each) => each.containerPort === containerPort)
      const hostPort = published?.hostPort ?? null
      if (protocol === 'udp')
        return { containerPort, protocol, hostPort: isActive ? hostPort : null, url: null, address }
      const open = isActive ? ports.find((each) => each.containerPort === containerPort) : undefined
      const url = protocol === 'http' ? (open?.url ?? null) : null
      return { containerPort, protocol, hostPort: open ? (hostPort ?? open.hostPort) : null, url, address }
    }),
  }
}

/** Returns the requested ports; without an address until they are published, and with a link if they are for HTTP. */
export function portsWire(
  row: Pick<InstanceRow, 'containerPorts' | 'publishedPorts' | 'host' | 'state' | 'scaledReplicas'>,
  services: readonly Pick<ServiceRecord, 'ports' | 'name'>[],
  links: GatewayLinks,
): Instance['ports'] {
  const declared = services.flatMap((service) => service.ports.filter(isLinked).map((port) => port.containerPort))
  const linked = row.containerPorts.filter((containerPort) => declared.includes(containerPort))
  const first = firstHttpPort(linked)
  // A visitor wakes a service that is scaled to zero.
  const asleep = services.filter(({ name }) => row.scaledReplicas[name] === 0).flatMap(({ ports }) => ports)
  const isUp = row.state === 'Active' || row.state === 'Starting'
  return row.containerPorts.map((containerPort) => {
    const hostPort = row.publishedPorts.find((port) => port.containerPort === containerPort)?.hostPort ?? null
    // A service that is ready serves, even while another one of the instance starts again.
    const isOpen = hostPort !== null && isUp
    const leads = isOpen || (isUp && asleep.some((port) => port.containerPort === containerPort))
    return {
      containerPort,
      hostPort: isOpen ? hostPort : null,
      url: leads && linked.includes(containerPort) ? links.to(row.host, containerPort, containerPort === first) : null,
    }
  })
}
