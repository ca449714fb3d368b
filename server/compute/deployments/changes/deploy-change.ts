import { eq, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { QuotaNeed } from '../../../../src/rules/quotas.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import type { UserCaller } from '../../../http/handler.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { deploymentImages, instances } from '../../../store/schema.ts'
import type { Claim } from '../../admission/capacity-counters.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import type { CreateOptions } from '../../instances/create-instance.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { notifyDesiredState, publishInstanceChanged } from '../../instances/publish-instance.ts'
import { appendDeploymentLines } from '../../logs/append-deployment-lines.ts'
import { systemLine } from '../../logs/stored-line.ts'
import { checkMaintained } from '../../projects/check-maintained.ts'
import { changeProject } from '../../projects/publish-project-changed.ts'
import { deadlineFrom } from '../../reconcile/reconcile-options.ts'
import { planVolumes } from '../../volumes/attaching/attach-volumes.ts'
import { configurationColumns, quotaOf } from '../configuration/configuration-columns.ts'
import type { SplitConfiguration } from '../configuration/store-configuration.ts'
import { createDeployment, type NewDeployment } from '../create-deployment.ts'
import { type DeploymentRow, findDeployment, lockForChange } from './lock-for-change.ts'

export interface Revision extends SplitConfiguration {
  machineImageId?: string
  /** The deployment whose configuration is repeated. */
  repeats?: number
  /** The deployment whose images are used without pulling them again; null pulls all. */
  pinnedBy: DeploymentRow | null
}

export interface Change {
  id: InstanceId
  organizationId: OrganizationId
  author: Author & { caller: UserCaller }
  reason: NonNullable<NewDeployment['reason']>
  action: 'instance.updated' | 'instance.restarted' | 'instance.redeployed' | 'instance.rolledBack'
  strategy: 'surge' | 'gap'
  /** The newest deployment that the caller knows. */
  baseDeployment?: number | undefined
  /** Returns what to deploy, from the newest deployment. */
  revise(tx: Tx, newest: DeploymentRow, instance: InstanceRow): Promise<Revision>
  settle?: ((tx: DbOrTx, instance: Instance) => Promise<void>) | undefined
}

const noClaim: Claim = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0, gpu: 0 }

/**
 * Creates the next deployment of an instance. The roll-out starts its replicas beside the old ones, and claims their
 * capacity then. An instance that had ended starts again.
 */
export function deployChange(options: CreateOptions, change: Change): Promise<Instance> {
  const { db, links, admission, deploymentSecrets } = options
  return db.transaction(async (tx) => {
    const instance = await lockForChange(tx, change)
    const newest = await findDeployment(tx, instance, change.baseDeployment)
    const { configuration, values, machineImageId, repeats, pinnedBy } = await change.revise(tx, newest, instance)
    const unitPrice = options.regions.unitPriceOf(instance.region)
    const columns = configurationColumns(configuration, unitPrice)
    const isOver = instance.state === 'Closed' || instance.state === 'Failed-start'
    // Locked before the organisation, whose row the quotas lock.
    await checkMaintained(tx, instance.projectId)
    const volumes = await planVolumes(tx, {
      organizationId: change.organizationId,
      projectId: instance.projectId,
      instanceId: instance.id,
      configuration,
      region: () => options.regions.named(instance.region),
      unitPrice,
      author: change.author,
    })
    const counted = quotaOf(columns)
    const demand = {
      organizationId: change.organizationId,
      claim: noClaim,
      quota: quotaNeed(
        { ...counted, storage: counted.storage + volumes.addedBytes },
        isOver ? undefined : quotaOf(instance),
      ),
    }
    return admission.admit(tx, demand, async () => {
      const { id, number } = await createDeployment(tx, deploymentSecrets, {
        instanceId: instance.id,
        reason: change.reason,
        createdBy: change.author.caller.userId,
        configuration,
        values,
        repeats,
        strategy: change.strategy,
        pinned: pinnedBy
          ? await tx.select().from(deploymentImages).where(eq(deploymentImages.deploymentId, pinnedBy.id))
          : undefined,
      })
      await volumes.apply()
      const set: Partial<InstanceRow> = {
        ...columns,
        ...(machineImageId !== undefined && { machineImageId }),
        desiredDeployment: id,
        ...(isOver && startAgain(id, deadlineFrom(options.limits, Date.now()))),
      }
      await tx
        .update(instances)
        .set({ ...set, revision: sql`${instances.revision} + 1`, updatedAt: sql`now()` })
        .where(eq(instances.id, instance.id))
      const { userId } = change.author.caller
      await recordInstanceEvent(tx, instance.id, {
        kind: 'deploymentCreated',
        actor: userId,
        deploymentId: id,
        data: { number, reason: change.reason, repeats: repeats ?? null },
      })
      await appendDeploymentLines(tx, id, [systemLine(`Queued: deployment ${number} (${change.reason})`)])
      const project = await changeProject(tx, instance.projectId, isOver ? 'lastInstanceStartedAt' : undefined)
      const changed = Object.keys(set) as (keyof InstanceRow)[]
      const wire = await publishInstanceChanged(tx, instance.id, links, changed, project ? [project.event] : [])
      await notifyDesiredState(tx, instance.id)
      await writeAudit(tx, change.author, {
        organizationId: change.organizationId,
        action: change.action,
        target: instance.name,
        before: { deployment: newest.number },
        after: { deployment: number, ...(repeats !== undefined && { repeats }) },
      })
      await change.settle?.(tx, wire)
      return wire
    })
  })
}

const startAgain = (deployment: DeploymentRow['id'], deadlineAt: Date): Partial<InstanceRow> => ({
  desiredState: 'active',
  state: 'Starting',
  status: 'Queued',
  progressMessage: 'Queued',
  error: null,
  finishedAt: null,
  publishedPorts: [],
  activeDeployment: deployment,
  deadlineAt,
  dueAt: null,
  activeSince: null,
  attempts: 0,
})

type Counted = ReturnType<typeof quotaOf>

/** What the quotas have to cover beyond what the instance holds already. */
function quotaNeed(next: Counted, held: Counted | undefined): QuotaNeed {
  const names = Object.keys(next) as (keyof Counted)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const more = next[name] - (held?.[name] ?? 0)
      return more > 0 ? [[name, more]] : []
    }),
  )
}
