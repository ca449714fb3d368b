import type { InstanceId, UserId } from '../../../../src/contract/wire/common.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { QuotaLimits } from '../../../limit-settings.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import type { Regions } from '../../catalogue/regions/regions.ts'
import type { FreeDisk } from '../../disk/free-disk.ts'
import type { FairTurns } from '../../fair-turns.ts'
import type { MaskerOf } from '../../logs/reading/read-workload.ts'
import type { ReconcileMetrics, TimeLimits } from '../../reconcile/reconcile-options.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import type { ArchiveStore } from '../store/archive-store.ts'

export interface WorkOptions {
  db: Db
  node: string
  engines: Engines
  log: Log
  metrics: ReconcileMetrics
  regions: Regions
  /** By the name of the engine. */
  disks: Engines<FreeDisk>
  quotas: QuotaLimits
  /** Held while a snapshot is copied, so that few copies run at once, whoever requested them. */
  turns: FairTurns
  limits: Pick<TimeLimits, 'copyMs'>
  /** Returns the store that holds a snapshot. */
  storeOf(row: SnapshotRow): Promise<ArchiveStore>
  /** Makes an instance mount the new data of its volumes, for the user who requested it. */
  restart(instance: InstanceId, userId: UserId): Promise<void>
  maskerOf: MaskerOf
  /** The longest time for which a snapshot may pause its workloads. */
  maxPauseMs: number
}
