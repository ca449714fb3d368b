import { and, eq, isNull } from 'drizzle-orm'
import type { InstanceId, ReplicaId } from '../../../src/contract/wire/common.ts'
import { replicas } from '../../store/schema.ts'
import { createStartGate } from '../start-gate.ts'
import { createHealthWatch, type HealthWatch } from './health/health-watch.ts'
import type { ReconcileOptions, ReconcileSettings } from './reconcile-options.ts'
import { createReplicaReconciler, type ReplicaNudge } from './replica/replica-reconciler.ts'
import { createRollOutReconciler, type RollOutNudge } from './roll-out/roll-out-reconciler.ts'

export interface Reconciler {
  /** Runs a pass of the instance's roll-out, because something may have changed. */
  nudge(id: InstanceId, trigger?: RollOutNudge): void
  nudgeReplica(id: ReplicaId, trigger?: ReplicaNudge): void
  watchHealth: HealthWatch['watch']
  /** Resolves when nothing more can be done for an instance and its replicas for now. */
  settled(id: InstanceId): Promise<void>
  stop(): Promise<void>
}

const MAX_CONCURRENT_STARTS = 6
/** A roll-out and its replicas take turns this often until an instance is gone. */
const ROUNDS = 4

/** Reconciles instances: each roll-out and each replica in a mailbox of its own. */
export function createReconciler(settings: ReconcileSettings): Reconciler {
  const health = createHealthWatch({
    engines: settings.engines,
    onUnhealthy: (id, unhealthy) => ofReplicas.nudge(id, { unhealthy }),
    onResult: settings.healthResults.record,
  })
  const options: ReconcileOptions = {
    ...settings,
    health,
    gate: createStartGate(settings.db, MAX_CONCURRENT_STARTS),
    onReplicaChanged: (id) => rollOuts.nudge(id),
  }
  const ofReplicas = createReplicaReconciler(options)
  const rollOuts = createRollOutReconciler(options, (id) => ofReplicas.nudge(id, { desiredStateChanged: true }))

  return {
    nudge: rollOuts.nudge,
    nudgeReplica: ofReplicas.nudge,
    watchHealth: health.watch,

    async settled(id) {
      for (let round = 0; round < ROUNDS; round += 1) {
        await rollOuts.settled(id, { desiredStateChanged: true })
        const left = await settings.db
          .select({ id: replicas.id })
          .from(replicas)
          .where(and(eq(replicas.instanceId, id), isNull(replicas.removedAt)))
        if (left.length === 0) return
        await Promise.all(left.map((replica) => ofReplicas.settled(replica.id)))
      }
    },

    async stop() {
      health.stop()
      await Promise.all([rollOuts.stop(), ofReplicas.stop()])
    },
  }
}
