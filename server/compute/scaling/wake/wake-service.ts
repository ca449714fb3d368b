import type { ErrorCode } from '../../../../src/contract/error-codes.ts'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import type { WakeRejection } from '../../../gateway/holding/wake-rejection.ts'
import type { Db } from '../../../store/connection.ts'
import { type ScaleOptions, setScaledReplicas } from '../set-scaled-replicas.ts'

export interface SleepingService {
  instanceId: InstanceId
  service: string
}

const rejections: Partial<Record<ErrorCode, WakeRejection>> = {
  insufficientCapacity: 'capacity',
  quotaExceeded: 'quota',
  fundsStopped: 'funds',
  insufficientFunds: 'funds',
}

/**
 * Gives a service that is scaled to zero one replica, as far as that is admitted. Changes nothing where it has one by
 * now, so it may be repeated. Returns why it was refused.
 */
export async function wakeService(
  db: Db,
  options: ScaleOptions,
  { instanceId, service }: SleepingService,
): Promise<WakeRejection | null> {
  try {
    const change = { instanceId, service, from: 0, to: 1, reason: 'wake' as const }
    const done = await db.transaction((tx) => setScaledReplicas(tx, options, change))
    return done.kind === 'refused' ? (rejections[done.code] ?? 'unavailable') : null
  } catch (error) {
    if (error instanceof EngineFailure) return 'unavailable'
    throw error
  }
}
