import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { ClusterId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { FundsUsage } from '../../../src/contract/wire/instance/usage.ts'
import { exactNumber } from '../../money/ledger.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { usageIntervals } from '../../store/schema.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

export interface Period {
  from: Date
  to: Date
}

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const end = to === undefined ? now : new Date(to)
  return { from: from === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(from), to: end }
}

/** Selects the usage of an organisation, a project or a cluster; `condition` names the interval `u`. */
export async function readFunds(db: DbOrTx, condition: SQL, period: Period): Promise<FundsUsage> {
  // Milliseconds times micro-dollars are summed as numeric, so that nothing is rounded before the end.
  const { rows } = await db.execute<{ used: string; daily: string }>(sql`
    with period as (
      select ${period.from.toISOString()}::timestamptz as from_time,
        least(${period.to.toISOString()}::timestamptz, now()) as to_time
    )
    select ceil(coalesce(sum(u.daily_price_micros::numeric * greatest(0,
        extract(epoch from least(coalesce(u.ended_at, to_time), to_time) - greatest(u.started_at, from_time)) * 1000)), 0)
        / ${DAY_MS})::text as used,
      coalesce(sum(u.daily_price_micros) filter (where u.ended_at is null), 0)::text as daily
    from usage_interval u, period
    where ${condition} and (u.ended_at is null or (u.started_at < to_time and u.ended_at > from_time))`)
  const [row] = rows
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    usedMicros: exactNumber(BigInt(row?.used ?? 0)),
    dailyMicros: exactNumber(BigInt(row?.daily ?? 0)),
  }
}

/**
 * Micro-dollars per day of everything that each project uses now, as `readFunds` charges it: running replicas and commands,
 * and the volumes, snapshots and addresses that stay when instances are closed or deleted.
 */
export async function projectPricesNow(db: DbOrTx, ids: readonly ProjectId[]): Promise<Map<ProjectId, number>> {
  const rows = await db
    .select({
      id: usageIntervals.projectId,
      micros: sql<string>`sum(${usageIntervals.dailyPriceMicros})`,
    })
    .from(usageIntervals)
    .where(and(inArray(usageIntervals.projectId, [...ids]), isNull(usageIntervals.endedAt)))
    .groupBy(usageIntervals.projectId)
  return new Map(rows.map(({ id, micros }) => [id, exactNumber(BigInt(micros))]))
}

/** Usage `u` of a cluster: of its instances, and of the volumes and addresses that are attached to them. */
export const isOfCluster = (id: SQL): SQL => {
  const own = sql`(select id from instance where cluster_id = ${id})`
  return sql`(u.instance_id in ${own}
    or u.subject = 'volume' and u.subject_id in (select id from volume where instance_id in ${own})
    or u.subject = 'address' and u.subject_id in (select id from address where instance_id in ${own}))`
}

/** As `projectPricesNow`, for clusters. */
export async function clusterPricesNow(db: DbOrTx, ids: readonly ClusterId[]): Promise<Map<ClusterId, number>> {
  const { rows } = await db.execute<{ id: ClusterId; micros: string }>(sql`
    select c.id, sum(u.daily_price_micros)::text as micros
    from cluster c join usage_interval u on u.organization_id = c.organization_id and u.ended_at is null
      and ${isOfCluster(sql`c.id`)}
    where c.id = any(${sql.param([...ids])}::uuid[])
    group by c.id`)
  return new Map(rows.map(({ id, micros }) => [id, exactNumber(BigInt(micros))]))
}
