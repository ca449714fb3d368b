import { randomUUID } from 'node:crypto'
import { and, eq, or } from 'drizzle-orm'
import type { ParsedOf, ResponseOf } from '../../../src/contract/contract.ts'
import type { DeploymentId, InstanceId, OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db, DbOrTx, Tx } from '../../store/connection.ts'
import { instances, organizations, projects, users } from '../../store/schema.ts'
import type { Admission } from '../admission/admission.ts'
import type { EngineCapacity } from '../catalogue/engine-capacity.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { withGeneratedValues } from '../catalogue/templates/generated-values.ts'
import { withTemplateValues } from '../catalogue/templates/services/template-values.ts'
import type { Templates } from '../catalogue/templates/templates.ts'
import { type ClusterSource, findOrCreateCluster } from '../clusters/find-or-create-cluster.ts'
import { checkConfiguration } from '../deployments/configuration/check-configuration.ts'
import {
  claimOf,
  configurationColumns,
  quotaOf,
  replicaPrice,
} from '../deployments/configuration/configuration-columns.ts'
import { requestedConfiguration } from '../deployments/configuration/requested-configuration.ts'
import { splitConfiguration } from '../deployments/configuration/store-configuration.ts'
import { createDeployment } from '../deployments/create-deployment.ts'
import type { DeploymentSecrets } from '../deployments/deployment-secrets.ts'
import { insertReplicas, placesOf } from '../deployments/insert-replicas.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { systemLine } from '../logs/stored-line.ts'
import { changeProject } from '../projects/publish-project-changed.ts'
import { deadlineFrom, type TimeLimits } from '../reconcile/reconcile-options.ts'
import { planVolumes } from '../volumes/attaching/attach-volumes.ts'
import { checkTemplate } from './check-template.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { newHostLabel } from './host-label.ts'
import { notifyDesiredState, publishInstanceCreated } from './publish-instance.ts'

export interface CreateOptions {
  db: Db
  engine: Pick<Engine, 'capabilities' | 'findInvalidVariable'>
  links: GatewayLinks
  capacity: EngineCapacity
  admission: Admission
  deploymentSecrets: DeploymentSecrets
  regions: Regions
  templates: Templates
  limits: TimeLimits
}

type Created = ResponseOf<'createInstance'>
type CreateContext = CallContext<'createInstance'> | CallContext<'createClusterInstance'>

/** Inserts the instance with its desired state in one transaction. The reconciler starts it. */
export async function createInstance(
  options: CreateOptions,
  context: CreateContext,
  source?: ClusterSource,
): Promise<Created> {
  const { caller, settle } = context
  const given: ParsedOf<'createInstance'> = context.input
  const template = options.templates.find(given.templateId)
  const input = {
    ...given,
    environment: withGeneratedValues(template, given.environment),
    ...(given.configuration && { configuration: withTemplateValues(template, given.configuration) }),
  }
  const { db, links, admission, deploymentSecrets } = options
  const region = options.regions.named(input.region)
  if (region.isDisabled || !region.isServed) throw new ApiError('regionDisabled')
  const { configuration: requested, machineImageId } = requestedConfiguration(input, template)
  checkTemplate(options.templates, input.templateId, claimOf(requested))
  if (caller.kind !== 'user') throw new ApiError('notSignedIn')
  const { organizationId } = scopeOf(context.scope)
  await options.capacity.description()
  await checkConfiguration(options.engine, requested, input.configuration === undefined)

  // New ids, branded here.
  const [instanceId, deploymentId] = [randomUUID() as InstanceId, randomUUID() as DeploymentId]
  const { configuration, values } = splitConfiguration(requested, {
    digest: (value) => deploymentSecrets.digest(instanceId, value),
    credentials: input.privateRegistry,
  })
  const unitPrice = options.regions.unitPrice(region, input.scalingMode)
  const columns = configurationColumns(configuration, unitPrice)
  const deadlineAt = deadlineFrom(options.limits, Date.now())

  return db.transaction(async (tx) => {
    const cluster = source && (await findOrCreateCluster(tx, organizationId, source))
    await checkProject(tx, input, organizationId)
    await checkEmail(tx, caller.userId)
    const volumes = await planVolumes(tx, {
      organizationId,
      projectId: input.projectId,
      instanceId,
      configuration,
      region: () => region,
      unitPrice,
      author: context,
    })
    const quota = { instances: 1, ...quotaOf(columns), storage: columns.storageBytes + volumes.addedBytes }
    const demand = { organizationId, claim: claimOf(configuration), quota }
    return admission.admit(tx, demand, async () => {
      await tx.insert(instances).values({
        id: instanceId,
        organizationId,
        projectId: input.projectId,
        clusterId: cluster?.id ?? null,
        name: input.name,
        host: newHostLabel(input.name),
        region: region.name,
        templateId: input.templateId || null,
        machineImageId,
        ...columns,
        autoscalingRules: rulesOf(input, configuration.services),
        createdBy: caller.userId,
        progressMessage: 'Queued',
        deadlineAt,
        activeDeployment: deploymentId,
        desiredDeployment: deploymentId,
      })
      const author = { reason: 'create', createdBy: caller.userId } as const
      await createDeployment(tx, deploymentSecrets, { id: deploymentId, instanceId, ...author, configuration, values })
      await volumes.apply()
      await insertReplicas(
        tx,
        { instanceId, deploymentId, region: region.name, deadlineAt },
        configuration.services.flatMap((service) => placesOf(service, replicaPrice(service, unitPrice))),
      )
      await recordInstanceEvent(tx, instanceId, { kind: 'instanceCreated', actor: caller.userId, deploymentId })
      await appendDeploymentLines(tx, deploymentId, [systemLine(`Queued: ${columns.image} in ${region.name}`)])
      const project = await changeProject(tx, input.projectId, 'lastInstanceStartedAt')
      const events = [...(cluster?.event ? [cluster.event] : []), ...(project ? [project.event] : [])]
      const [first, ...rest] = events
      if (first) await publishOrganizationEvents(tx, organizationId, first, ...rest)
      const instance = await publishInstanceCreated(tx, instanceId, links)
      await notifyDesiredState(tx, instanceId)
      if (cluster?.event && source)
        await writeAudit(tx, context, { organizationId, action: 'cluster.created', target: source.name })
      await writeAudit(tx, context, {
        organizationId,
        action: 'instance.created',
        target: input.name,
        after: { image: columns.image, region: region.name, plan: machineImageId, variables: columns.variableNames },
      })
      const made: Created = { computeProjectId: input.projectId, computeInstanceId: instanceId, instance }
      await settle?.(tx, made)
      return made
    })
  })
}

/** Rules beside the configuration are those of its first service. */
const rulesOf = (
  { autoscalingRules }: Pick<ParsedOf<'createInstance'>, 'autoscalingRules'>,
  services: ReturnType<typeof splitConfiguration>['configuration']['services'],
) =>
  Object.fromEntries(
    services.flatMap((service, index) => {
      const rules = service.autoscalingRules ?? (index === 0 ? autoscalingRules : null)
      return rules ? [[service.name, rules]] : []
    }),
  )

/** Locks the project's row, so that it is not deleted before the transaction ends. */
async function checkProject(
  tx: Tx,
  requested: Pick<ParsedOf<'createInstance'>, 'projectId' | 'organizationId'>,
  organizationId: OrganizationId,
): Promise<void> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(
      and(
        eq(projects.id, requested.projectId),
        eq(organizations.id, organizationId),
        isKnownAs(requested.organizationId),
      ),
    )
    .for('update', { of: projects })
  if (!row) throw new ApiError('notFound')
}

/** Matches an organisation by its own id or by that of one of its three sub-organisations. */
export const isKnownAs = (id: OrganizationId) =>
  or(
    eq(organizations.id, id),
    eq(organizations.siteId, id),
    eq(organizations.computeId, id),
    eq(organizations.storageId, id),
  )

async function checkEmail(tx: DbOrTx, userId: UserId): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user?.email) throw new ApiError('emailNeeded')
}
