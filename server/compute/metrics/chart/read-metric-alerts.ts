import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { MetricAlert, MetricParam } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import type { MetricsWindow } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Db } from '../../../store/connection.ts'

/** A chart with more would show nothing else. */
const MAX_RULES = 30
const MAX_SPANS = 100

interface Charted extends MetricsWindow {
  params: readonly MetricParam[]
  service: string | undefined
}

/** Returns the alert rules about series of an instance, and when they fired for it between two times. */
export async function readMetricAlerts(db: Db, id: InstanceId, charted: Charted): Promise<MetricAlert[]> {
  const { startDate, endDate, params, service = null } = charted
  const { rows } = await db.execute<MetricAlert & Record<string, unknown>>(sql`
    select a.id as "alertId", a.name, a.severity, a.service, a.condition->>'param' as param, a.condition->>'of' as of,
      a.condition->>'direction' as direction, (a.condition->>'threshold')::float as threshold,
      (a.condition->>'forSeconds')::float as "forSeconds", fired.spans
    from instance i join alert a on a.organization_id = i.organization_id
      and (a.project_id is null or a.project_id = i.project_id) and (a.instance_id is null or a.instance_id = i.id)
    cross join lateral (
      select coalesce(jsonb_agg(span order by span->>'from'), '[]') as spans from (
        select jsonb_build_object('from', extract(epoch from started_at)::float,
          'to', extract(epoch from ended_at)::float, 'service', service) as span
        from alert_incident t
        where t.alert_id = a.id and t.instance_id = i.id
          -- A rule that was changed fired about something else.
          and t.threshold = (a.condition->>'threshold')::float
          and (${service}::text is null or t.service = ${service})
          and t.started_at < to_timestamp(${endDate}) and (t.ended_at is null or t.ended_at >= to_timestamp(${startDate}))
        order by t.started_at desc limit ${MAX_SPANS}
      ) newest
    ) fired
    where i.id = ${id} and a.condition->>'kind' = 'metric' and a.condition->>'param' = any(${sql.param([...params])}::text[])
      and (${service}::text is null or a.service in ('', ${service}))
    order by a.name limit ${MAX_RULES}`)
  return rows
}
