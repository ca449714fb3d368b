import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { MetricMark } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import type { MetricsWindow } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Db } from '../../../store/connection.ts'

/** A chart with more would show nothing else. */
const MAX_MARKS = 200

type Row = { number: number | null; service: string; from: number; to: number; kind: string; at: string }

/** Returns what happened to an instance between two times: deployments that began to serve or failed, and scaling. */
export async function readMarks(db: Db, id: InstanceId, { startDate, endDate }: MetricsWindow): Promise<MetricMark[]> {
  const { rows } = await db.execute<Row>(sql`
    with mark as (
      select number, '' as service, 0 as "from", 0 as "to",
        case when active_since is null then 'deploymentFailed' else 'deployment' end as kind,
        coalesce(active_since, ended_at) as at
      from deployment where instance_id = ${id} and (active_since is not null or status = 'Failed')
      union all
      select null, service, from_replicas, to_replicas, case outcome when 'scaled' then 'scaled' else 'scalingRejected' end, at
      from scaling_decision where instance_id = ${id} and outcome in ('scaled', 'rejected'))
    select number, service, "from", "to", kind, extract(epoch from at)::text as at from mark
    where at >= to_timestamp(${startDate}) and at < to_timestamp(${endDate}) order by mark.at desc limit ${MAX_MARKS}`)
  return rows.toReversed().map((row) => ({
    kind: row.kind,
    at: new Date(Number(row.at) * 1000).toISOString(),
    title: titleOf(row),
  }))
}

function titleOf({ kind, number, service, from, to }: Row): string {
  if (kind === 'deploymentFailed') return `Deployment ${number} failed`
  if (kind === 'deployment') return `Deployment ${number}`
  if (kind === 'scalingRejected') return `${service}: ${to} replicas refused`
  return `${service}: ${from} to ${to} replicas`
}
