import { eq, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { InstanceEventKind } from '../../../../src/contract/wire/instance/instance-event.ts'
import type { QuotaNeed } from '../../../../src/rules/quotas.ts'
import { replicasAtDeployment, withScaledReplicas } from '../../../../src/rules/scaling/scaled-replicas.ts'
import { storedRulesOf } from '../../../../src/rules/scaling/stored-rules.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { UserCaller } from '../../../http/handler.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { deploymentImages, instances } from '../../../store/schema.ts'
import { planAddresses } from '../../addresses/leases/plan-addresses.ts'
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
import { checkProjectNetwork } from '../configuration/check-project-network.ts'
import { configurationColumns, quotaOf } from '../configuration/configuration-columns.ts'
import type { SplitConfiguration } from '../configuration/store-configuration.ts'
import { createDeployment, type NewDeployment } from '../create-deployment.ts'
import { type DeploymentRow, findDeployment, lockForChange } from './lock-for-change.ts'

export interface Revision extends SplitConfiguration {
  machineImageId?: string
  /** New rules by service; without any, the instance keeps its rules. */
  autoscalingRules?: InstanceRow['autoscalingRules']
  /** The deployment whose configuration is repeated. */
  repeats?: number
  /** The deployment whose images are used without pulling them again; null pulls all. */
  pinnedBy: DeploymentRow | null
}

export interface Change {
  id: InstanceId
  organizationId: OrganizationId
  /** Null for the platform itself. */
  author: (Author & { caller: UserCaller }) | null
  reason: NonNullable<NewDeployment['reason']>
  /** For the audit log, in which what the platform does is not. */
  action: 'instance.updated' | 'instance.restarted' | 'instance.redeployed' | 'instance.rolledBack'
  /** What happened to the instance beside its new deployment. */
  event?: InstanceEventKind
  strategy: 'surge' | 'gap'
  /** The newest deployment that the caller knows. */
  baseDeployment?: number | undefined
  /** Whether it is still wanted once the instance is locked. */
  isDue?: (instance: InstanceRow) => boolean
  /** Returns what to deploy, from the newest deployment. */
  revise(tx: Tx, newest: DeploymentRow, instance: InstanceRow): Promise<Revision>
  settle?: ((tx: DbOrTx, instance: Instance) => Promise<void>) | undefined
}

const noClaim: Claim = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0, gpu: 0 }

/**
 * Creates the next deployment of an instance. The roll-out starts its replicas beside the old ones, and claims their
 * capacity then. An instance that had ended starts again. Resolves with null if it is not due any more.
 */
export function deployChange(options: CreateOptions, change: Change): Promise<Instance | null> {
  const { db, links, admission, deploymentSecrets } = options
  return db.transaction(async (tx) => {
    const instance = await lockForChange(tx, change)
    if (change.isDue && !change.isDue(instance)) return null
    requireServed(options.regions, instance.region)
    const newest = await findDeployment(tx, instance, change.baseDeployment)
    // Locked before the organisation, whose row the quotas lock.
    await checkMaintained(tx, instance.projectId)
    const { configuration, values, machineImageId, repeats, pinnedBy, autoscalingRules } = await change.revise(
      tx,
      newest,
      instance,
    )
    const unitPrice = options.regions.unitPriceOf(instance.region)
    const isOver = instance.state === 'Closed' || instance.state === 'Failed-start'
    const rules = autoscalingRules ?? storedRulesOf(instance.autoscalingRules)
    const scaledReplicas = replicasAtDeployment(configuration.services, rules, isOver ? {} : instance.scaledReplicas)
    const columns = configurationColumns(withScaledReplicas(configuration, scaledReplicas), unitPrice)
    const leasing = {
      organizationId: change.organizationId,
      projectId: instance.projectId,
      instanceId: instance.id,
      configuration,
      region: () => options.regions.named(instance.region),
      unitPrice,
      author: change.author,
    }
    await checkProjectNetwork(tx, options.regions, { ...leasing, region: instance.region })
    const volumes = await planVolumes(tx, leasing)
    const addresses = await planAddresses(tx, { ...leasing, host: instance.host, sharedPorts: options.sharedPorts })
    const counted = quotaOf(columns)
    const demand = {
      organizationId: change.organizationId,
      engine: options.regions.engineOf(instance.region),
      claim: noClaim,
      quota: {
        ...quotaNeed(
          { ...counted, storage: counted.storage + volumes.addedBytes },
          isOver ? undefined : quotaOf(instance),
        ),
        ...(addresses.added > 0 && { addresses: addresses.added }),
      },
      funds: {
        projectId: instance.projectId,
        dailyMicros: columns.dailyPriceMicros - (isOver ? 0 : instance.dailyPriceMicros),
        cause: { kind: 'instance', id: instance.id },
      },
    }
    return admission.admit(tx, demand, async () => {
      const { id, number } = await createDeployment(tx, deploymentSecrets, {
        instanceId: instance.id,
        reason: change.reason,
        createdBy: change.author?.caller.userId ?? null,
        configuration,
        values,
        repeats,
        strategy: change.strategy,
        pinned: pinnedBy
          ? await tx.select().from(deploymentImages).where(eq(deploymentImages.deploymentId, pinnedBy.id))
          : undefined,
      })
      await addresses.apply()
      await volumes.apply()
      const set: Partial<InstanceRow> = {
        ...columns,
        scaledReplicas,
        ...(autoscalingRules && { autoscalingRules }),
        ...(machineImageId !== undefined && { machineImageId }),
        desiredDeployment: id,
        ...(isOver && startAgain(id, deadlineFrom(options.limits, Date.now()))),
      }
      await tx
        .update(instances)
        .set({ ...set, revision: sql`${instances.revision} + 1`, updatedAt: sql`now()` })
        .where(eq(instances.id, instance.id))
      if (change.event) await recordInstanceEvent(tx, instance.id, { kind: change.event })
      await recordInstanceEvent(tx, instance.id, {
        kind: 'deploymentCreated',
        actor: change.author?.caller.userId,
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

function requireServed({ list }: CreateOptions['regions'], name: string): void {
  if (list.find((region) => region.name === name)?.isServed) return
  throw new ApiError('regionDisabled', {
    message: `The region ${name} has no engine at present. Deploy the instance in another region, or ask the operator to bring it back.`,
  })
}

const startAgain = (deployment: DeploymentRow['id'], deadlineAt: Date): Partial<InstanceRow> => ({
  desiredState: 'active',
  stopReason: null,
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
