import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { withScaledReplicas } from '../../../src/rules/scaling/scaled-replicas.ts'
import type { Tx } from '../../store/connection.ts'
import { deployments, replicas } from '../../store/schema.ts'
import {
  claimOf,
  configurationColumns,
  quotaOf,
  replicaPrice,
} from '../deployments/configuration/configuration-columns.ts'
import { insertReplicas } from '../deployments/insert-replicas.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { notifyDesiredState } from '../instances/publish-instance.ts'
import { deadlineFrom } from '../reconcile/reconcile-options.ts'
import { notifyReplicas } from '../reconcile/roll-out/notify-replicas.ts'
import { refreshInstance } from '../reconcile/roll-out/refresh-instance.ts'

interface NewCount {
  /** Its locked row. */
  instance: InstanceRow
  service: string
  to: number
  expected: number | undefined
}

type DeploymentRow = typeof deployments.$inferSelect

/**
 * Writes how many replicas a service has, and inserts those that are added with their claim. Returns how many there
 * were, or undefined if nothing changes. Rejects what is not admitted.
 */
export async function applyCount(
  tx: Tx,
  options: Pick<CreateOptions, 'admission' | 'regions' | 'links' | 'limits'>,
  { instance, service: name, to, expected }: NewCount,
): Promise<number | undefined> {
  const open = await tx
    .select()
    .from(deployments)
    .where(
      and(
        eq(deployments.instanceId, instance.id),
        or(
          isNull(deployments.endedAt),
          instance.desiredDeployment === null ? undefined : eq(deployments.id, instance.desiredDeployment),
        ),
      ),
    )
    .orderBy(asc(deployments.number))
  const target = open.findLast(({ endedAt }) => endedAt === null)
  const newest = open.at(-1)
  const service = target?.configuration.services.find((each) => each.name === name)
  if (!target || !newest || !service) return undefined
  const from = instance.scaledReplicas[name] ?? service.replicas
  if (from === to || (expected !== undefined && expected !== from)) return undefined

  const scaledReplicas = { ...instance.scaledReplicas, [name]: to }
  const unitPrice = options.regions.unitPriceOf(instance.region)
  const columns = configurationColumns(withScaledReplicas(newest.configuration, scaledReplicas), unitPrice)
  const apply = async (): Promise<void> => {
    await refreshInstance(tx, instance, { links: options.links, set: { ...columns, scaledReplicas } })
    await notifyDesiredState(tx, instance.id)
  }
  if (to < from) {
    await apply()
    return from
  }
  const engine = options.regions.engineOf(instance.region)
  // A roll-out that is in progress creates its replicas itself.
  const indexes = target.activeSince === null ? [] : await freeIndexes(tx, target, { name, from, to })
  const claim = claimOf({ services: [{ ...service, replicas: indexes.length }] })
  const { organizationId, id: instanceId, region } = instance
  const funds = {
    projectId: instance.projectId,
    dailyMicros: columns.dailyPriceMicros - instance.dailyPriceMicros,
    cause: { kind: 'instance', id: instanceId },
  }
  const demand = { organizationId, engine, claim, quota: added(instance, columns), funds }
  await options.admission.admit(tx, demand, async () => {
    const places = indexes.map((index) => ({ service, index, dailyPriceMicros: replicaPrice(service, unitPrice) }))
    const deadlineAt = deadlineFrom(options.limits, Date.now())
    const of = { instanceId, deploymentId: target.id, region, engine, deadlineAt }
    const { ids } = await insertReplicas(tx, of, places, { startsAtOnce: true })
    await apply()
    await notifyReplicas(tx, ids)
  })
  return from
}

/** A place whose former replica still ends is filled by the roll-out afterwards. */
async function freeIndexes(
  tx: Tx,
  { id }: DeploymentRow,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<number[]> {
  const taken = await tx
    .select({ index: replicas.index })
    .from(replicas)
    .where(and(eq(replicas.deploymentId, id), eq(replicas.service, name), isNull(replicas.removedAt)))
  const used = new Set(taken.map(({ index }) => index))
  return Array.from({ length: to - from }, (_, at) => from + at).filter((index) => !used.has(index))
}

const added = (before: InstanceRow, after: Parameters<typeof quotaOf>[0]) => {
  const [held, next] = [quotaOf(before), quotaOf(after)]
  return {
    cpu: Math.max(0, next.cpu - held.cpu),
    memory: Math.max(0, next.memory - held.memory),
    storage: Math.max(0, next.storage - held.storage),
  }
}
