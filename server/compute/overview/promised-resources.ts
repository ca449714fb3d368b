import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'

/** Sums what replicas and commands claim of the engine, and the sizes of volumes. */
export async function promisedResources(
  db: Db,
  organizationId: OrganizationId,
): Promise<{ cpu: number; memory: number; storage: number }> {
  const { rows } = await db.execute<{ cpu: string; memory: string; storage: string }>(sql`
    with claim as (
      select r.cpu_milli, r.memory_bytes, r.storage_bytes from replica r join instance i on i.id = r.instance_id
      where i.organization_id = ${organizationId} and r.claim_released_at is null
      union all
      select cpu_milli, memory_bytes, storage_bytes from run
      where organization_id = ${organizationId} and claim_released_at is null
      union all
      select 0, 0, size_bytes from volume where organization_id = ${organizationId}
    )
    select coalesce(sum(cpu_milli), 0)::text as cpu, coalesce(sum(memory_bytes), 0)::text as memory,
      coalesce(sum(storage_bytes), 0)::text as storage from claim`)
  const [row] = rows
  return { cpu: Number(row?.cpu ?? 0), memory: Number(row?.memory ?? 0), storage: Number(row?.storage ?? 0) }
}
