import { randomUUID } from 'node:crypto'
import type { OrganizationEvent } from '../../../../src/contract/live.ts'
import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type {
  ClusterId,
  DeploymentId,
  InstanceId,
  OrganizationId,
  ProjectId,
} from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { replicasAtDeployment, withScaledReplicas } from '../../../../src/rules/scaling/scaled-replicas.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import type { UserCaller } from '../../../http/handler.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { instances } from '../../../store/schema.ts'
import { planAddresses } from '../../addresses/leases/plan-addresses.ts'
import type { SharedPortSettings } from '../../addresses/pool/take-ports.ts'
import type { Admission } from '../../admission/admission.ts'
import type { Region, Regions } from '../../catalogue/regions/regions.ts'
import { checkProjectNetwork } from '../../deployments/configuration/check-project-network.ts'
import {
  claimOf,
  configurationColumns,
  quotaOf,
  replicaPrice,
} from '../../deployments/configuration/configuration-columns.ts'
import type { SplitConfiguration } from '../../deployments/configuration/store-configuration.ts'
import { createDeployment, type PinnedImage } from '../../deployments/create-deployment.ts'
import type { DeploymentSecrets } from '../../deployments/deployment-secrets.ts'
import { insertReplicas, placesOf } from '../../deployments/insert-replicas.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import { appendDeploymentLines } from '../../logs/append-deployment-lines.ts'
import { systemLine } from '../../logs/stored-line.ts'
import { changeProject } from '../../projects/publish-project-changed.ts'
import { deadlineFrom, type TimeLimits } from '../../reconcile/reconcile-options.ts'
import { planVolumes } from '../../volumes/attaching/attach-volumes.ts'
import type { GatewayLinks } from '../gateway-links.ts'
import { newHostLabel } from '../host-label.ts'
import type { InstanceRow } from '../instance-wire.ts'
import { notifyDesiredState, publishInstanceCreated } from '../publish-instance.ts'

interface PlaceOptions {
  links: GatewayLinks
  admission: Admission
  deploymentSecrets: DeploymentSecrets
  regions: Pick<Regions, 'engineOf' | 'list'>
  sharedPorts: SharedPortSettings
  limits: TimeLimits
}

export interface NewInstance extends SplitConfiguration {
  instanceId: InstanceId
  deploymentId: DeploymentId
  organizationId: OrganizationId
  projectId: ProjectId
  clusterId: ClusterId | null
  name: string
  region: Region
  unitPrice: UnitPrice
  templateId: string | null
  machineImageId: string
  autoscalingRules: InstanceRow['autoscalingRules']
  author: Author & { caller: UserCaller }
  /** Images by their references, which are not pulled again. */
  pinned?: readonly PinnedImage[] | undefined
  /** The instance that it is a copy of. */
  copyOf?: Pick<InstanceRow, 'id' | 'name'> | undefined
  /** Events to publish before its own. */
  earlier?: readonly OrganizationEvent[]
}

/** New ids, branded here. The values of a configuration are sealed for the id of their instance. */
export const newInstanceIds = () => ({
  instanceId: randomUUID() as InstanceId,
  deploymentId: randomUUID() as DeploymentId,
})

/** Inserts an instance with its first deployment and replicas. The caller has locked and checked its project. */
export async function placeInstance(tx: Tx, options: PlaceOptions, placed: NewInstance): Promise<Instance> {
  const { links, admission, deploymentSecrets } = options
  const { instanceId, deploymentId, organizationId, projectId, region, configuration, unitPrice, author } = placed
  const { userId } = author.caller
  const scaledReplicas = replicasAtDeployment(configuration.services, placed.autoscalingRules, {})
  const scaled = withScaledReplicas(configuration, scaledReplicas)
  const columns = configurationColumns(scaled, unitPrice)
  const deadlineAt = deadlineFrom(options.limits, Date.now())
  const host = newHostLabel(placed.name)
  const leasing = { organizationId, projectId, instanceId, configuration, region: () => region, unitPrice, author }
  await checkProjectNetwork(tx, options.regions, { ...leasing, region: region.name })
  const volumes = await planVolumes(tx, leasing)
  const addresses = await planAddresses(tx, { ...leasing, host, sharedPorts: options.sharedPorts })
  const quota = {
    instances: 1,
    ...quotaOf(columns),
    storage: columns.storageBytes + volumes.addedBytes,
    addresses: addresses.added,
  }
  const engine = region.engineName
  const funds = { projectId, dailyMicros: columns.dailyPriceMicros, cause: { kind: 'instance', id: instanceId } }
  const demand = { organizationId, engine, claim: claimOf(scaled), quota, funds }
  return admission.admit(tx, demand, async () => {
    await tx.insert(instances).values({
      id: instanceId,
      organizationId,
      projectId,
      clusterId: placed.clusterId,
      name: placed.name,
      host,
      region: region.name,
      templateId: placed.templateId,
      machineImageId: placed.machineImageId,
      ...columns,
      autoscalingRules: placed.autoscalingRules,
      scaledReplicas,
      createdBy: userId,
      progressMessage: 'Queued',
      deadlineAt,
      activeDeployment: deploymentId,
      desiredDeployment: deploymentId,
    })
    await createDeployment(tx, deploymentSecrets, {
      id: deploymentId,
      instanceId,
      reason: 'create',
      createdBy: userId,
      configuration,
      values: placed.values,
      pinned: placed.pinned,
    })
    await addresses.apply()
    await volumes.apply()
    await insertReplicas(
      tx,
      { instanceId, deploymentId, region: region.name, engine, deadlineAt },
      scaled.services.flatMap((service) => placesOf(service, replicaPrice(service, unitPrice))),
    )
    await recordInstanceEvent(tx, instanceId, {
      kind: 'instanceCreated',
      actor: userId,
      deploymentId,
      ...(placed.copyOf && { data: { copyOf: placed.copyOf.id } }),
    })
    await appendDeploymentLines(tx, deploymentId, [systemLine(`Queued: ${columns.image} in ${region.name}`)])
    const project = await changeProject(tx, projectId, 'lastInstanceStartedAt')
    const [first, ...rest] = [...(placed.earlier ?? []), ...(project ? [project.event] : [])]
    if (first) await publishOrganizationEvents(tx, organizationId, first, ...rest)
    const instance = await publishInstanceCreated(tx, instanceId, links)
    await notifyDesiredState(tx, instanceId)
    await writeAudit(tx, author, {
      organizationId,
      action: 'instance.created',
      target: placed.name,
      after: {
        image: columns.image,
        region: region.name,
        plan: placed.machineImageId,
        variables: columns.variableNames,
        ...(placed.copyOf && { copyOf: placed.copyOf.name }),
      },
    })
    return instance
  })
}
