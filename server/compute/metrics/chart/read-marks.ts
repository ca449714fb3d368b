import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { MetricMark } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import type { MetricsWindow } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Db } from '../../../store/connection.ts'

/** A chart with more would show nothing else. */
const MAX_MARKS = 200

/** Returns what happened to an instance between two times: deployments that began to serve, or failed. */
export async function readMarks(db: Db, id: InstanceId, { startDate, endDate }: MetricsWindow): Promise<MetricMark[]> {
  const { rows } = await db.execute<{ number: number; has_failed: boolean; at: string }>(sql`
    with mark as (
      select number, active_since is null as has_failed, coalesce(active_since, ended_at) as at
      from deployment where instance_id = ${id} and (active_since is not null or status = 'Failed'))
    select number, has_failed, extract(epoch from at)::text as at from mark
    where at >= to_timestamp(${startDate}) and at < to_timestamp(${endDate}) order by mark.at desc limit ${MAX_MARKS}`)
  return rows.toReversed().map(({ number, has_failed: hasFailed, at }) => ({
    kind: hasFailed ? 'deploymentFailed' : 'deployment',
    at: new Date(Number(at) * 1000).toISOString(),
    title: hasFailed ? `Deployment ${number} failed` : `Deployment ${number}`,
  }))
}
