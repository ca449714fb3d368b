import { randomUUID } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { Db, DbOrTx, Tx } from '../../store/connection.ts'
import { instances, organizations, projects, users } from '../../store/schema.ts'
import { addClaims } from '../admission/capacity-counters.ts'
import type { EngineCapacity } from '../catalogue/engine-capacity.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { regionOf } from '../catalogue/region-of.ts'
import { unitPriceOf } from '../catalogue/unit-price-list.ts'
import { createDeployment } from '../deployments/create-deployment.ts'
import type { DeploymentSecrets } from '../deployments/deployment-secrets.ts'
import { flatConfiguration } from '../deployments/flat-configuration.ts'
import { insertReplicas, placesOf } from '../deployments/insert-replicas.ts'
import { splitConfiguration } from '../deployments/store-configuration.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { systemLine } from '../logs/stored-line.ts'
import { publishProjectChanged } from '../projects/publish-project-changed.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { deadlineFrom, type TimeLimits } from '../reconcile/reconcile-options.ts'
import { checkTemplate } from './check-template.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { newHostLabel } from './host-label.ts'
import type { InstanceSecrets } from './instance-secrets.ts'
import { notifyDesiredState, publishInstanceCreated } from './publish-instance.ts'
import { dailyPriceOf, type InstanceSize, requestedSize } from './requested-size.ts'

export interface CreateOptions {
  db: Db
  engine: Pick<Engine, 'findInvalidVariable'>
  links: GatewayLinks
  capacity: EngineCapacity
  secrets: InstanceSecrets
  deploymentSecrets: DeploymentSecrets
  disabledRegions: readonly string[]
  limits: TimeLimits
  quotas: QuotaLimits
}

/** Serialises the checks of capacity and quotas, so that two creations never take the same resources. */
const CAPACITY_LOCK = 4_600_110_021
const DISK_LOW =
  'The disk of this machine is nearly full, so new deployments are paused. Ask the operator to free some space.'

/** Inserts the instance with its desired state in one transaction. The reconciler starts it. */
export async function createInstance(options: CreateOptions, context: CallContext<'createInstance'>) {
  const { input, caller, settle } = context
  const { db, links, capacity, secrets, deploymentSecrets, disabledRegions } = options
  const region = regionOf(input.region)
  if (disabledRegions.includes(region)) throw new ApiError('regionDisabled')
  const size = requestedSize(input)
  checkTemplate(input.templateId, size)
  if (caller.kind !== 'user') throw new ApiError('notSignedIn')
  const { organizationId } = scopeOf(context.scope)
  await capacity.description()
  await checkVariables(options.engine, input.environment)

  return db.transaction(async (tx) => {
    await checkProject(tx, input, organizationId)
    await checkEmail(tx, caller.userId)
    await checkCapacity(tx, capacity, size)
    const { cpuMilli: cpu, memoryBytes: memory, storageBytes: storage } = size
    const need = { instances: 1, cpu, memory, storage, ports: input.ports.length }
    await checkQuotas(tx, organizationId, need, options.quotas)
    const deadlineAt = deadlineFrom(options.limits, Date.now())
    const [instanceId, deploymentId] = [randomUUID() as InstanceId, randomUUID() as DeploymentId] // New ids, branded here.
    await tx.insert(instances).values({
      id: instanceId,
      organizationId,
      projectId: input.projectId,
      name: input.name,
      host: newHostLabel(input.name),
      region,
      templateId: input.templateId || null,
      machineImageId: input.machineImageId,
      image: input.image,
      command: input.command && input.command.length > 0 ? input.command : null,
      variableNames: input.environment.map((variable) => variable.name),
      containerPorts: input.ports.map(({ containerPort }) => containerPort),
      ...size,
      dailyPriceMicros: dailyPriceOf(size, unitPriceOf(region)),
      createdBy: caller.userId,
      progressMessage: 'Queued',
      deadlineAt,
      activeDeployment: deploymentId,
      desiredDeployment: deploymentId,
    })
    await secrets.write(tx, instanceId, { variables: input.environment, credentials: input.privateRegistry })
    const { configuration, values } = splitConfiguration(flatConfiguration(input, size), {
      digest: (value) => deploymentSecrets.digest(instanceId, value),
      credentials: input.privateRegistry,
    })
    await createDeployment(tx, deploymentSecrets, {
      id: deploymentId,
      instanceId,
      reason: 'create',
      createdBy: caller.userId,
      configuration,
      values,
    })
    const dailyPriceMicros = dailyPriceOf(size, unitPriceOf(region))
    const { claim } = await insertReplicas(
      tx,
      { instanceId, deploymentId, region, deadlineAt },
      configuration.services.flatMap((service) => placesOf(service, dailyPriceMicros)),
    )
    await recordInstanceEvent(tx, instanceId, { kind: 'instanceCreated', actor: caller.userId, deploymentId })
    await appendDeploymentLines(tx, deploymentId, [systemLine(`Queued: ${input.image} in ${region}`)])
    await publishProjectChanged(tx, input.projectId, 'lastInstanceStartedAt')
    const instance = await publishInstanceCreated(tx, instanceId, links)
    await notifyDesiredState(tx, instanceId)
    await writeAudit(tx, context, {
      organizationId,
      action: 'instance.created',
      target: input.name,
      after: {
        image: input.image,
        region,
        plan: input.machineImageId,
        variables: instance.environment.map(({ name }) => name),
      },
    })
    const made = { computeProjectId: input.projectId, computeInstanceId: instanceId, instance }
    await settle?.(tx, made)
    await addClaims(tx, '', claim)
    return made
  })
}

/** The engine would reject these variables too, but only after the instance is stored. */
async function checkVariables(
  engine: CreateOptions['engine'],
  variables: CallContext<'createInstance'>['input']['environment'],
): Promise<void> {
  const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const invalid = await engine.findInvalidVariable(environment)
  if (!invalid) return
  const index = variables.findIndex(({ name }) => name === invalid.name)
  throw invalidField(`environment.${index}.name`, invalid.message)
}

/** Locks the project's row, so that it is not deleted before the transaction ends. */
async function checkProject(
  tx: Tx,
  requested: CallContext<'createInstance'>['input'],
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

async function checkCapacity(tx: Tx, capacity: EngineCapacity, size: InstanceSize): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CAPACITY_LOCK})`)
  if (await capacity.isDiskLow()) throw new ApiError('insufficientCapacity', { message: DISK_LOW })
  const available = await capacity.available(tx)
  if (
    available.cpu < size.cpuMilli ||
    available.memory < size.memoryBytes ||
    available.storageEphemeral < size.storageBytes
  ) {
    throw new ApiError('insufficientCapacity')
  }
}
