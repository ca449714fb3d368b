import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Quota } from '../../../src/contract/wire/quota.ts'
import { exceededQuota, type QuotaNeed, quotaExceededMessage } from '../../../src/rules/quotas.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { prepareStatement } from '../../store/prepare-statement.ts'

type QuotaName = Quota['name']
type Usage = Record<QuotaName, string> & Record<`own_${QuotaName}`, string | null>

const organization = sql.placeholder('organizationId')

const selectUsage = prepareStatement<Usage, 'organizationId'>(
  'select_quota_usage',
  sql`
    select held.instances, held.cpu + run.cpu as cpu, held.memory + run.memory as memory,
      held.storage + run.storage + kept.storage + stored.storage as storage, held.ports,
      counted.addresses, counted.projects,
      own.instances as own_instances, own.cpu_milli as own_cpu, own.memory_bytes as own_memory,
      own.storage_bytes as own_storage, own.ports as own_ports,
      own.addresses as own_addresses, own.projects as own_projects
    from (
      select count(*) as instances,
        coalesce(sum(cpu_milli) filter (where state in ('Starting', 'Active')), 0) as cpu,
        coalesce(sum(memory_bytes) filter (where state in ('Starting', 'Active')), 0) as memory,
        coalesce(sum(storage_bytes) filter (where state in ('Starting', 'Active')), 0) as storage,
        coalesce(sum(jsonb_array_length(container_ports)) filter (where state in ('Starting', 'Active')), 0) as ports
      from instance where organization_id = ${organization}
    ) held, (
      select coalesce(sum(size_bytes), 0) as storage from volume where organization_id = ${organization}
    ) kept, (
      select coalesce(sum(stored_bytes), 0) as storage
      from snapshot where organization_id = ${organization} and not is_remote
    ) stored, (
      select coalesce(sum(cpu_milli), 0) as cpu, coalesce(sum(memory_bytes), 0) as memory,
        coalesce(sum(storage_bytes), 0) as storage
      from run where organization_id = ${organization} and ended_at is null
    ) run, (
      select (select count(*) from address where organization_id = ${organization}) as addresses,
        (select count(*) from project where organization_id = ${organization}) as projects
    ) counted
    left join organization_quota own on own.organization_id = ${organization}`,
)

/**
 * Returns the usage and limit of each quota. A limit that an operator set for the organisation overrides the default.
 * One query, because every deployment waits for it under the lock of its organisation. An instance that is being closed or
 * deleted holds CPU, memory, disk and ports until its workload has ended. Volumes always hold their size; snapshots in a
 * bucket of the user take nothing here.
 */
export async function readQuotas(db: DbOrTx, organizationId: OrganizationId, usual: QuotaLimits): Promise<Quota[]> {
  const [row] = await selectUsage(db, { organizationId })
  const quota = (name: QuotaName, limit: number | null): Quota => {
    const own = row?.[`own_${name}`]
    return { name, used: Number(row?.[name] ?? 0), limit: own == null ? limit : Number(own) }
  }
  return [
    quota('instances', usual.instances),
    quota('cpu', usual.cpuMilli),
    quota('memory', usual.memoryBytes),
    quota('storage', usual.storageBytes),
    quota('ports', usual.ports),
    quota('addresses', usual.addresses),
    quota('projects', usual.projects),
  ]
}

/** Throws `quotaExceeded` if a quota cannot cover the need. Call it under the lock that serialises creation. */
export async function checkQuotas(
  tx: Tx,
  organizationId: OrganizationId,
  need: QuotaNeed,
  usual: QuotaLimits,
): Promise<void> {
  const exceeded = exceededQuota(await readQuotas(tx, organizationId, usual), need)
  if (exceeded) throw new ApiError('quotaExceeded', { message: quotaExceededMessage(exceeded, need) })
}
