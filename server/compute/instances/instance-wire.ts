import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { instances } from '../../store/schema.ts'
import { firstHttpPort, type GatewayLinks } from './gateway-links.ts'

export type InstanceRow = typeof instances.$inferSelect

/** A deployment as JSON from the database, with times as strings. */
export interface DeploymentRecord {
  id: DeploymentId
  status: Deployment['status']
  image: string
  logsLength: number
  createdAt: string
  endedAt: string | null
}

const PROVIDER_HOST = '127.0.0.1'

/** Converts an instance for calls, events and lists. */
export function instanceWire(
  row: InstanceRow,
  deployments: readonly DeploymentRecord[],
  links: GatewayLinks,
): Instance {
  const ports = portsWire(row, links)
  const services = [{ name: 'app', ports, autoscalingRules: null }]
  return {
    _id: row.id,
    organizationId: row.organizationId,
    computeProject: row.projectId,
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
    providerHost: PROVIDER_HOST,
    ports,
    services,
    domains: [],
    activeDeployment: row.activeDeployment,
    deployments: deployments.map((record) =>
      deploymentWire(record, record.id === row.activeDeployment ? ports : ports.map(unpublished)),
    ),
    extendedInstances: [{ defaultDailyTopup: row.dailyPriceMicros, price: row.dailyPriceMicros }],
    totalInstances: 1,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    observedAt: row.observedAt?.toISOString() ?? null,
  }
}

export function deploymentWire(record: DeploymentRecord, ports: Instance['ports']): Deployment {
  return {
    _id: record.id,
    status: record.status,
    image: record.image,
    services: [{ name: 'app', ports, autoscalingRules: null }],
    protocolData: { providerHost: PROVIDER_HOST },
    logsLength: record.logsLength,
    createdAt: new Date(record.createdAt).toISOString(),
    endedAt: record.endedAt && new Date(record.endedAt).toISOString(),
  }
}

/** Returns the requested ports; without an address until they are published. */
export function portsWire(
  row: Pick<InstanceRow, 'containerPorts' | 'publishedPorts' | 'host' | 'state'>,
  links: GatewayLinks,
): Instance['ports'] {
  const first = firstHttpPort(row.containerPorts)
  return row.containerPorts.map((containerPort) => {
    const hostPort = row.publishedPorts.find((port) => port.containerPort === containerPort)?.hostPort ?? null
    const isOpen = hostPort !== null && row.state === 'Active'
    return {
      containerPort,
      hostPort: isOpen ? hostPort : null,
      url: isOpen ? links.to(row.host, containerPort, containerPort === first) : null,
    }
  })
}

const unpublished = (port: Instance['ports'][number]) => ({ ...port, hostPort: null, url: null })
