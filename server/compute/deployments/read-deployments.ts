import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { DeploymentDetails } from '../../../src/contract/wire/instance/deployment-details.ts'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { storedRules } from '../../../src/rules/scaling/stored-rules.ts'
import { errorWithoutPaths } from '../../kinds/without-paths.ts'
import type { Db } from '../../store/connection.ts'
import { deployments, instances, replicas } from '../../store/schema.ts'
import { needsPull } from '../images/kept-deployments.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import { type DeploymentRecord, deploymentWire, type InstanceRow, portsWire } from '../instances/instance-wire.ts'

type Selection = { deployment: DeploymentId } | { instance: InstanceId } | { project: ProjectId }

interface Found {
  row: typeof deployments.$inferSelect
  instance: InstanceRow
  ready: { service: string; address: string; ports: InstanceRow['publishedPorts'] }[]
  needsPull: boolean
}

export interface DeploymentReading {
  db: Db
  links: GatewayLinks
  keptDeployments: number
}

const readyReplicas = sql<Found['ready']>`(
  select coalesce(json_agg(json_build_object('service', r.service, 'address', r.address, 'ports', r.published_ports) order by r.index), '[]'::json)
  from ${replicas} r
  where r.deployment_id = "deployment"."id" and r.ready_since is not null and r.removed_at is null)`

/** Returns deployments with their configurations, newest first, and their total number. */
export async function readDeployments(
  { db, links, keptDeployments }: DeploymentReading,
  of: Selection,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ deployments: DeploymentDetails[]; totalCount: number }> {
  const where = conditionOf(of)
  const [rows, [count]] = await Promise.all([
    db
      .select({ row: deployments, instance: instances, ready: readyReplicas, needsPull: needsPull(keptDeployments) })
      .from(deployments)
      .innerJoin(instances, eq(instances.id, deployments.instanceId))
      .where(where)
      .orderBy(desc(deployments.createdAt), desc(deployments.number))
      .limit(limit)
      .offset(skip),
    db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(deployments)
      .innerJoin(instances, eq(instances.id, deployments.instanceId))
      .where(where),
  ])
  return { deployments: rows.map((found) => detailsOf(found, links)), totalCount: count?.total ?? 0 }
}

function conditionOf(of: Selection): SQL {
  if ('deployment' in of) return eq(deployments.id, of.deployment)
  return 'instance' in of ? eq(deployments.instanceId, of.instance) : eq(instances.projectId, of.project)
}

function detailsOf({ row, instance, ready, needsPull: isPullNeeded }: Found, links: GatewayLinks): DeploymentDetails {
  const record: DeploymentRecord = {
    ...row,
    createdAt: row.createdAt.toISOString(),
    activeSince: row.activeSince?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    providerHost: ready[0]?.address ?? null,
    services: row.configuration.services.map((service) => ({
      ...service,
      // Only the instance itself shows where it is reached.
      sharedPorts: [],
      address: null,
      ready: ready.filter((replica) => replica.service === service.name).map(({ ports }) => ports),
    })),
  }
  return {
    ...deploymentWire(instance, record, { ports: portsWire(instance, record.services, links), links }),
    instanceId: instance.id,
    configuration: withCurrentRules(row, instance),
    needsPull: isPullNeeded,
  }
}

/** Rules belong to the instance: the newest deployment, which is edited, shows those of now. */
function withCurrentRules({ id, configuration }: Found['row'], instance: InstanceRow): StoredConfiguration {
  const isNewest = id === instance.desiredDeployment
  const services = configuration.services.map((service) => ({
    ...service,
    autoscalingRules: storedRules(isNewest ? instance.autoscalingRules[service.name] : service.autoscalingRules),
  }))
  return { ...configuration, services }
}

/** Commands, digests, names of files and machines are private. */
export const redactDetails = (details: DeploymentDetails): DeploymentDetails => ({
  ...details,
  createdBy: null,
  protocolData: { providerHost: '' },
  error: errorWithoutPaths(details.error),
  configuration: null satisfies StoredConfiguration | null,
})
