import { sql } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { addresses, usageIntervals, volumes } from '../../store/schema.ts'

/** Ends the open intervals of an instance, its volumes and addresses, and begins the same ones in another project at that moment. */
export async function moveUsage(tx: Tx, instanceId: InstanceId, projectId: ProjectId): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update ${usageIntervals} set ended_at = greatest(started_at, now()), end_reason = 'moved'
      where ended_at is null and (instance_id = ${instanceId}
        or subject = 'volume' and subject_id in (select id from ${volumes} where instance_id = ${instanceId})
        or subject = 'address' and subject_id in (select id from ${addresses} where instance_id = ${instanceId}))
      returning *
    )
    insert into ${usageIntervals} (organization_id, project_id, instance_id, subject, subject_id, service, deployment_id,
      cpu_milli, memory_bytes, storage_bytes, gpu, daily_price_micros, started_at)
    select organization_id, ${projectId}, instance_id, subject, subject_id, service, deployment_id,
      cpu_milli, memory_bytes, storage_bytes, gpu, daily_price_micros, ended_at from ended`)
}
