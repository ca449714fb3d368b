import { sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { ResourceHours } from '../../../src/contract/wire/money/cost.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { ReportPeriod } from './report-period.ts'
import { stepsOfUsage } from './steps-of-usage.ts'

const HOUR_MS = 3_600_000
const GIB_HOUR = HOUR_MS * 1024 ** 3
const resources = ['cpu', 'memory', 'storage', 'gpu', 'addresses'] as const

/** Returns for how long how much of each resource was in use. */
export const readResourceHours = async (
  db: DbOrTx,
  selection: { organizationId: OrganizationId; projectId?: ProjectId | undefined },
  period: ReportPeriod,
  now: Date,
): Promise<ResourceHours> => {
  const { rows } = await db.execute<{ place: number } & Record<(typeof resources)[number], number>>(sql`
    with step as (${stepsOfUsage(selection, period, now)})
    select place,
      (sum(cpu_milli::numeric * (until_ms - from_ms)) / ${1000 * HOUR_MS}::bigint)::float8 as cpu,
      (sum(memory_bytes::numeric * (until_ms - from_ms)) / ${GIB_HOUR}::bigint)::float8 as memory,
      (sum(storage_bytes::numeric * (until_ms - from_ms)) / ${GIB_HOUR}::bigint)::float8 as storage,
      (sum(gpu::numeric * (until_ms - from_ms)) / ${HOUR_MS}::bigint)::float8 as gpu,
      (coalesce(sum(until_ms - from_ms) filter (where subject = 'address'), 0) / ${HOUR_MS}::bigint)::float8 as addresses
    from step group by place`)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  const perStep = (resource: (typeof resources)[number]) =>
    period.starts.map((_, place) => byPlace.get(place)?.[resource] ?? 0)
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(Math.min(period.toMs, Math.max(period.fromMs, now.getTime()))).toISOString(),
    step: period.step,
    starts: period.starts.map((ms) => new Date(ms).toISOString()),
    cpu: perStep('cpu'),
    memory: perStep('memory'),
    storage: perStep('storage'),
    gpu: perStep('gpu'),
    addresses: perStep('addresses'),
  }
}
