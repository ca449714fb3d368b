import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { DeploymentId, ReplicaId } from '../../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../../store/connection.ts'
import { deployments, instances, replicas } from '../../../../store/schema.ts'
import { lockAddresses, settleAddresses } from '../../../addresses/leases/settle-addresses.ts'
import { recordInstanceEvent } from '../../../events/instance-events.ts'
import { publishInstanceChanged } from '../../../instances/publish-instance.ts'
import { appendDeploymentLines } from '../../../logs/append-deployment-lines.ts'
import { systemLine } from '../../../logs/stored-line.ts'
import { deadlineFrom, type ReconcileOptions } from '../../reconcile-options.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { RollOutStep } from '../roll-out-state.ts'
import { createReplicas } from './create-replicas.ts'
import { deleteInstance } from './delete-instance.ts'
import { closeInstance, endInstance } from './end-instance.ts'
import { failDeployment } from './fail-deployment.ts'
import type { StepContext } from './step-context.ts'
import { stopReplicas } from './stop-replicas.ts'
import { switchTraffic } from './switch-traffic.ts'

/** What a step's transaction decides; the rest of the step follows once it is committed. */
export interface Applied {
  /** Replicas to reconcile now. */
  nudged: readonly ReplicaId[]
  /** A deployment whose release commands are to run now. */
  release?: DeploymentId
}

const none: Applied = { nudged: [] }

/** The steps after which a deployment has ended. */
const ending = new Set<RollOutStep['kind']>(['switch', 'fail', 'supersede', 'endInstance', 'closeInstance'])

/** Writes a step in the transaction that decided it. */
export async function applyStep(tx: Tx, context: StepContext, step: RollOutStep): Promise<Applied> {
  if (!ending.has(step.kind)) return write(tx, context, step)
  const { instance, options } = context
  await lockAddresses(tx, instance)
  const applied = await write(tx, context, step)
  if (await settleAddresses(tx, instance)) {
    await tx
      .update(instances)
      .set({ revision: sql`${instances.revision} + 1` })
      .where(eq(instances.id, instance.id))
    await publishInstanceChanged(tx, instance.id, options.links, ['publishedPorts'])
  }
  return applied
}

async function write(tx: Tx, context: StepContext, step: RollOutStep): Promise<Applied> {
  const { options, instance } = context
  switch (step.kind) {
    case 'createReplicas':
      await createReplicas(tx, context, step)
      return none
    case 'start':
      await startReplicas(tx, step.replicas, options)
      await refreshInstance(tx, instance, options)
      return { nudged: step.replicas }
    case 'stop':
      await stopReplicas(tx, step)
      return { nudged: step.replicas }
    case 'release':
      await tx.update(deployments).set({ releaseState: 'running' }).where(eq(deployments.id, step.deploymentId))
      await appendDeploymentLines(tx, step.deploymentId, [systemLine('Running the release command')])
      await recordInstanceEvent(tx, instance.id, { kind: 'releaseStarted', deploymentId: step.deploymentId })
      await refreshInstance(tx, instance, { ...options, set: { progressMessage: 'Running the release command' } })
      return { nudged: [], release: step.deploymentId }
    case 'switch':
      await switchTraffic(tx, context, step.to)
      return none
    case 'fail':
      await failDeployment(tx, context, step.deploymentId, step.error)
      return none
    case 'supersede':
      await tx
        .update(deployments)
        .set({ status: 'Deprecated', endedAt: sql`now()` })
        .where(and(eq(deployments.id, step.deploymentId), isNull(deployments.endedAt)))
      await recordInstanceEvent(tx, instance.id, { kind: 'deploymentSuperseded', deploymentId: step.deploymentId })
      await appendDeploymentLines(tx, step.deploymentId, [
        systemLine('Replaced by a newer deployment before it was ready'),
      ])
      await refreshInstance(tx, instance, options)
      return none
    case 'endInstance':
      await endInstance(tx, context, step.reason)
      return none
    case 'closeInstance':
      await closeInstance(tx, context)
      return none
    case 'deleteInstance':
      await deleteInstance(tx, context)
      return none
    case 'rest':
      return none
  }
}

async function startReplicas(tx: Tx, ids: readonly ReplicaId[], { limits }: ReconcileOptions): Promise<void> {
  await tx
    .update(replicas)
    .set({
      status: 'Pending',
      deadlineAt: deadlineFrom(limits, Date.now()),
      revision: sql`${replicas.revision} + 1`,
    })
    .where(inArray(replicas.id, [...ids]))
}
