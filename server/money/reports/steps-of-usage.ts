import { type SQL, sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { ReportPeriod } from './report-period.ts'

type Selection = { organizationId: OrganizationId; projectId?: ProjectId | undefined }

/**
 * Selects the usage of a period until now, divided at its steps: intervals with the `place` of a step, and the times in
 * milliseconds between which they were in it.
 */
export const stepsOfUsage = ({ organizationId, projectId }: Selection, period: ReportPeriod, now: Date): SQL => {
  const endMs = Math.min(period.toMs, now.getTime())
  return sql`
    select used.*, place, greatest(started_ms, ${period.fromMs}::bigint + place * ${period.stepMs}::bigint) as from_ms,
      least(ended_ms, ${period.fromMs}::bigint + (place + 1) * ${period.stepMs}::bigint) as until_ms
    from (
      select project_id, instance_id, service, subject, cpu_milli, memory_bytes, storage_bytes, gpu,
        daily_price_micros::numeric as price, (extract(epoch from started_at) * 1000)::bigint as started_ms,
        least((extract(epoch from coalesce(ended_at, ${now.toISOString()}::timestamptz)) * 1000)::bigint, ${endMs}::bigint) as ended_ms
      from usage_interval
      where organization_id = ${organizationId}
        ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
        and started_at < ${new Date(endMs).toISOString()}::timestamptz
        and (ended_at is null or ended_at > ${new Date(period.fromMs).toISOString()}::timestamptz)
    ) used,
    generate_series(
      greatest(0, (started_ms - ${period.fromMs}::bigint) / ${period.stepMs}::bigint)::integer,
      ((ended_ms - 1 - ${period.fromMs}::bigint) / ${period.stepMs}::bigint)::integer
    ) as place`
}
