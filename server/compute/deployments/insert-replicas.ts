import { randomUUID } from 'node:crypto'
import type { DeploymentId, InstanceId, ReplicaId } from '../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { Tx } from '../../store/connection.ts'
import { replicas } from '../../store/schema.ts'
import type { Claim } from '../admission/capacity-counters.ts'

export interface ReplicaPlace {
  service: StoredService
  index: number
  dailyPriceMicros: number
}

interface ReplicasOf {
  instanceId: InstanceId
  deploymentId: DeploymentId
  region: string
  engine: string
  deadlineAt: Date
}

interface InsertOptions {
  /** Whether those that start after no other service begin at once, and not when the roll-out comes to them. */
  startsAtOnce?: boolean
}

/** Inserts replicas. The caller takes their claim from the engine's counter, last before the commit. */
export async function insertReplicas(
  tx: Tx,
  of: ReplicasOf,
  places: readonly ReplicaPlace[],
  { startsAtOnce = false }: InsertOptions = {},
): Promise<{ ids: ReplicaId[]; claim: Claim }> {
  const rows = places.map(({ service, index, dailyPriceMicros }) => {
    const id = randomUUID() as ReplicaId // A new id, branded here.
    const { cpuMilli, memoryBytes, storageBytes } = service
    return {
      ...of,
      id,
      workloadId: id,
      service: service.name,
      index,
      cpuMilli,
      memoryBytes,
      storageBytes,
      dailyPriceMicros,
      progressMessage: 'Queued',
      ...(startsAtOnce && service.startAfter.length === 0 && { status: 'Pending' as const }),
    }
  })
  const claim = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0, gpu: 0 }
  for (const row of rows) {
    claim.cpuMilli += row.cpuMilli
    claim.memoryBytes += row.memoryBytes
    claim.storageBytes += row.storageBytes
  }
  if (rows.length > 0) await tx.insert(replicas).values(rows)
  return { ids: rows.map(({ id }) => id), claim }
}

/** Every place of a service: one for each of its replicas. */
export const placesOf = (service: StoredService, dailyPriceMicros: number): ReplicaPlace[] =>
  Array.from({ length: service.replicas }, (_, index) => ({ service, index, dailyPriceMicros }))
