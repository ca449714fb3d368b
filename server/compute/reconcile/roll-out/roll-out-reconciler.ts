import type { DeploymentId, InstanceId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { LeaseLost } from '../lease/lease-rows.ts'
import { createMailboxes, type Mailboxes, type Pass, type Settled } from '../mailboxes.ts'
import { changesNetworks, prepareNetworks, stepKey } from '../networks/prepare-networks.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { loadRollOut, type RollOutRows, viewOf } from './load-roll-out.ts'
import { lockInstance } from './lock-instance.ts'
import { planRollOut } from './plan.ts'
import type { RollOutStep } from './roll-out-state.ts'
import { type Applied, applyStep } from './steps/apply-step.ts'
import { runRelease } from './steps/run-release.ts'

export interface RollOutNudge {
  desiredStateChanged?: boolean
}

export type RollOutReconciler = Mailboxes<InstanceId, RollOutNudge>

interface TakenStep {
  step: RollOutStep
  instance: InstanceRow
  rows: RollOutRows
  /** Undefined while the engine has to be prepared for the step. */
  applied: Applied | undefined
}

const isServing = (id: DeploymentId) => (deployment: RollOutRows['deployments'][number]) =>
  deployment.id === id && deployment.activeSince !== null

/** Rolls out deployments of instances, closes and deletes them. */
export function createRollOutReconciler(
  options: ReconcileOptions,
  nudgeReplica: (id: ReplicaId) => void,
): RollOutReconciler {
  const { db, engines, regions, node, log, metrics, gate } = options

  async function run(id: InstanceId, _trigger: RollOutNudge, pass: Pass<RollOutNudge>): Promise<Settled> {
    pass.isInterruptedBy = ({ desiredStateChanged }) => desiredStateChanged === true
    const prepared = new Set<string>()
    for (;;) {
      const taken = await takeStep(id, prepared)
      if (!taken) return { kind: 'rest' }
      const { step, instance, rows, applied } = taken
      if (!applied) {
        await prepareNetworks(options, step, { instance, rows })
        prepared.add(stepKey(step))
        continue
      }
      for (const replica of applied.nudged) nudgeReplica(replica)
      const released = rows.deployments.find((deployment) => deployment.id === applied.release)
      if (released)
        await runRelease(options, { instance, deployment: released, lease: pass.lease, failures: pass.failures })
      if (['supersede', 'closeInstance', 'deleteInstance'].includes(step.kind))
        for (const { releaseWorkloadId } of rows.deployments)
          if (releaseWorkloadId) await engines.of(regions.engineOf(instance.region)).remove(releaseWorkloadId)
      if (step.kind === 'rest' || step.kind === 'deleteInstance') return { kind: 'rest' }
    }
  }

  async function takeStep(id: InstanceId, prepared: ReadonlySet<string>): Promise<TakenStep | undefined> {
    try {
      return await inStep(id, prepared, (step) => step)
    } catch (error) {
      // What runs of the organisation is about to be closed.
      if (error instanceof ApiError && error.code === 'fundsStopped') return undefined
      if (!(error instanceof ApiError && error.code === 'insufficientCapacity')) throw error
      const { code, message } = error
      // The serving deployment waits for room; a new one has failed.
      return await inStep(id, prepared, (step, { deployments }) => {
        const isNew = step.kind === 'createReplicas' && !deployments.some(isServing(step.deploymentId))
        if (!isNew) throw error
        return { kind: 'fail', deploymentId: step.deploymentId, error: { code, message } }
      })
    }
  }

  /** Decides the next step and writes it in one transaction. Returns undefined once the instance is gone. */
  const inStep = (
    id: InstanceId,
    prepared: ReadonlySet<string>,
    adjust: (step: RollOutStep, rows: RollOutRows) => RollOutStep,
  ): Promise<TakenStep | undefined> =>
    db.transaction(async (tx) => {
      const instance = await lockInstance(tx, id)
      if (!instance) return undefined
      if (instance.leaseOwner !== node) throw new LeaseLost()
      const rows = await loadRollOut(tx, instance)
      const step = adjust(planRollOut(viewOf(instance, rows)), rows)
      if (changesNetworks(step, rows) && !prepared.has(stepKey(step)))
        return { step, instance, rows, applied: undefined }
      return { step, instance, rows, applied: await applyStep(tx, { options, instance, rows }, step) }
    })

  return createMailboxes<InstanceId, RollOutNudge>({
    db,
    node,
    log,
    metrics,
    rowOf: (id) => ({ table: 'instance', id }),
    noTrigger: {},
    merge: () => ({}),
    gate,
    run,
    recover: async (id, error) => {
      log.warn({ err: error, instanceId: id }, 'rolling out an instance failed; trying again')
      return { kind: 'retry' }
    },
  })
}
