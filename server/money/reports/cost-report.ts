import { type SQL, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { CostDivision, CostPart, CostReport } from '../../../src/contract/wire/money/cost.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { exactNumber } from '../ledger.ts'
import type { ReportPeriod } from './report-period.ts'
import { stepsOfUsage } from './steps-of-usage.ts'

const MAX_PARTS = 100

const divisions = {
  project: sql`project_id::text`,
  instance: sql`coalesce(instance_id::text, subject || ' ' || project_id)`,
  service: sql`coalesce(instance_id || ' ' || service, subject || ' ' || project_id)`,
  subject: sql`subject`,
} as const satisfies Record<CostDivision, SQL>

type PartRow = {
  key: string
  /** Of one interval of the part. */
  project_id: ProjectId
  project_name: string | null
  instance_id: InstanceId | null
  instance_name: string | null
  service: string
  subject: NonNullable<CostPart['subject']>
  places: number[]
  costs: string[]
}

export interface CostSelection {
  organizationId: OrganizationId
  projectId?: ProjectId | undefined
  by: CostDivision
}

/** Divides what was used in a period as metering charges it: the parts of an interval add up to its cost, rounded down once. */
export const readCostReport = async (
  db: DbOrTx,
  selection: CostSelection,
  period: ReportPeriod,
  now: Date,
): Promise<CostReport> => {
  const { by } = selection
  const { rows } = await db.execute<PartRow>(sql`
    with step as (${stepsOfUsage(selection, period, now)}),
    priced as (
      select ${divisions[by]} as key, place, project_id, instance_id, service, subject,
        div(price * (until_ms - started_ms), 86400000) - div(price * (from_ms - started_ms), 86400000) as micros
      from step
    ),
    part as (
      select key, place, sum(micros) as micros, min(project_id::text)::uuid as project_id,
        min(instance_id::text)::uuid as instance_id, min(service) as service, min(subject) as subject
      from priced group by key, place
    )
    select key, min(part.project_id::text) as project_id, min(project.name) as project_name,
      min(part.instance_id::text) as instance_id, min(instance.name) as instance_name, min(service) as service,
      min(subject) as subject, array_agg(place) as places, array_agg(micros::text) as costs
    from part
    left join project on project.id = part.project_id
    left join instance on instance.id = part.instance_id
    group by key having sum(micros) > 0`)
  const parts = rows
    .map((row) => partOf(row, by, period.starts.length))
    .sort((one, other) => other.totalMicros - one.totalMicros || (one.key < other.key ? -1 : 1))
  const rest = parts.slice(MAX_PARTS)
  const restCosts = period.starts.map((_, place) => total(rest.map(({ costs }) => costs[place] ?? 0)))
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(Math.min(period.toMs, Math.max(period.fromMs, now.getTime()))).toISOString(),
    step: period.step,
    starts: period.starts.map((ms) => new Date(ms).toISOString()),
    parts: parts.slice(0, MAX_PARTS),
    others: { count: rest.length, costs: restCosts, totalMicros: total(restCosts) },
    totalMicros: total(parts.map(({ totalMicros }) => totalMicros)),
    dailyMicros: await priceNow(db, selection),
  }
}

const partOf = (row: PartRow, by: CostDivision, steps: number): CostPart => {
  const costs = Array.from({ length: steps }, () => 0)
  for (const [at, place] of row.places.entries()) costs[place] = exactNumber(BigInt(row.costs[at] ?? 0))
  const isOfInstance = (by === 'instance' || by === 'service') && row.instance_id !== null
  return {
    key: row.key,
    project: by === 'subject' ? null : { _id: row.project_id, name: row.project_name },
    instance: isOfInstance && row.instance_id ? { _id: row.instance_id, name: row.instance_name } : null,
    service: by === 'service' && isOfInstance ? row.service : null,
    subject: by === 'subject' || (by !== 'project' && !isOfInstance) ? row.subject : null,
    costs,
    totalMicros: total(costs),
  }
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

const priceNow = async (db: DbOrTx, { organizationId, projectId }: CostSelection): Promise<number> => {
  const { rows } = await db.execute<{ micros: string }>(sql`
    select coalesce(sum(daily_price_micros), 0)::text as micros from usage_interval
    where organization_id = ${organizationId} and ended_at is null
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}`)
  return exactNumber(BigInt(rows[0]?.micros ?? 0))
}
