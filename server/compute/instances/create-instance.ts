import { randomUUID } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import type { CallContext } from '../../http/handler.ts'
import { Refused } from '../../http/refused.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { Db, DbOrTx, Tx } from '../../store/connection.ts'
import { deployments, instances, organizations, projects, users } from '../../store/schema.ts'
import type { EngineRoom } from '../catalogue/engine-room.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { regionOf } from '../catalogue/region-of.ts'
import { unitPriceOf } from '../catalogue/unit-price-list.ts'
import { systemLine } from '../logs/kept-line.ts'
import { sayDeploymentLines } from '../logs/say-deployment-lines.ts'
import { sayProjectChanged } from '../projects/say-project.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { deadlineFrom, type TimeLimits } from '../reconcile/reconcile-options.ts'
import { askedSize, dailyPriceOf, type InstanceSize } from './asked-size.ts'
import { checkTemplate } from './check-template.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { newHostLabel } from './host-label.ts'
import type { InstanceSecrets } from './instance-secrets.ts'
import { sayInstanceChanged } from './say-instance.ts'
import type { Wishes } from './wishes.ts'

export interface CreateOptions {
  db: Db
  engine: Pick<Engine, 'findRefusedVariable'>
  links: GatewayLinks
  room: EngineRoom
  secrets: InstanceSecrets
  wishes: Wishes
  disabledRegions: readonly string[]
  limits: TimeLimits
  quotas: QuotaLimits
}

/** One creation at a time looks for room and counts quotas, so that two never take the same. */
const ROOM_LOCK = 4_600_110_021
const DISK_LOW = 'The disk of this machine is nearly full, so nothing new is deployed. Ask the operator to free some.'

/** Writes down what a person wants, in one transaction; the reconciler makes it so. */
export async function createInstance(options: CreateOptions, context: CallContext<'createInstance'>) {
  const { input, caller, settle } = context
  const { db, links, room, secrets, wishes, disabledRegions } = options
  const region = regionOf(input.region)
  if (disabledRegions.includes(region)) throw new Refused('regionDisabled')
  const size = askedSize(input)
  checkTemplate(input.templateId, size)
  if (caller.kind !== 'person') throw new Refused('notSignedIn')
  const { organizationId } = scopeOf(context.scope)
  await room.description()
  await checkVariables(options.engine, input.environment)
  await wishes.ready()

  const answer = await db.transaction(async (tx) => {
    await checkBelonging(tx, input, organizationId)
    await checkEmail(tx, caller.userId)
    await checkRoom(tx, room, size)
    await checkQuotas(tx, organizationId, { ...size, ports: input.ports.length }, options.quotas)
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
      stage: 'Queued',
      deadlineAt: deadlineFrom(options.limits, Date.now()),
      activeDeployment: deploymentId,
    })
    await secrets.write(tx, instanceId, { variables: input.environment, credentials: input.privateRegistry })
    await tx.insert(deployments).values({ id: deploymentId, instanceId, image: input.image })
    await sayDeploymentLines(tx, deploymentId, [systemLine(`Queued: ${input.image} in ${region}`)])
    await sayProjectChanged(tx, input.projectId, 'lastInstanceStartedAt')
    const instance = await sayInstanceChanged(tx, instanceId, links)
    await wishes.write(tx, instanceId)
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
    return made
  })
  wishes.written(answer.computeInstanceId)
  return answer
}

/** The engine refuses these variables anyway; here the caller learns of it before the instance is written down. */
async function checkVariables(
  engine: CreateOptions['engine'],
  variables: CallContext<'createInstance'>['input']['environment'],
): Promise<void> {
  const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const refused = await engine.findRefusedVariable(environment)
  if (!refused) return
  const index = variables.findIndex(({ name }) => name === refused.name)
  throw invalidField(`environment.${index}.name`, refused.message)
}

/** The project is held until the end, so that it is not deleted meanwhile. */
async function checkBelonging(
  tx: Tx,
  asked: CallContext<'createInstance'>['input'],
  organizationId: OrganizationId,
): Promise<void> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(and(eq(projects.id, asked.projectId), eq(organizations.id, organizationId), isKnownAs(asked.organizationId)))
    .for('update', { of: projects })
  if (!row) throw new Refused('notFound')
}

/** An organisation is also known by the ids of its three sub-organisations. */
export const isKnownAs = (id: OrganizationId) =>
  or(
    eq(organizations.id, id),
    eq(organizations.siteId, id),
    eq(organizations.computeId, id),
    eq(organizations.storageId, id),
  )

async function checkEmail(tx: DbOrTx, userId: UserId): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!person?.email) throw new Refused('emailNeeded')
}

async function checkRoom(tx: Tx, room: EngineRoom, size: InstanceSize): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ROOM_LOCK})`)
  if (await room.isDiskLow()) throw new Refused('noRoom', { words: DISK_LOW })
  const left = await room.left(tx)
  if (left.cpu < size.cpuMilli || left.memory < size.memoryBytes || left.storageEphemeral < size.storageBytes) {
    throw new Refused('noRoom')
  }
}
