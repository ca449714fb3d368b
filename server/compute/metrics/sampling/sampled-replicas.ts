import { sql } from 'drizzle-orm'
import type { InstanceId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../../store/connection.ts'

export type SampledReplica = {
  id: ReplicaId
  instanceId: InstanceId
  service: string
  index: number
  workloadId: string
  engine: string
  restarts: number
  cpuMilli: number
  isRunning: boolean
}

/** Returns all replicas. Those whose programs run can be measured. */
export async function sampledReplicas(db: DbOrTx): Promise<SampledReplica[]> {
  const { rows } = await db.execute<SampledReplica>(sql`
    select id, instance_id as "instanceId", service, index, workload_id as "workloadId", engine, attempts as restarts,
      cpu_milli as "cpuMilli", status in ('PROVISIONED', 'Deployed') as "isRunning"
    from replica where removed_at is null`)
  return rows
}
