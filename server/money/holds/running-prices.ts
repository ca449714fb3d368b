import { sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'

export interface RunningPrice {
  organizationId: OrganizationId
  projectId: ProjectId
  /** Of instances and of runs of commands, from their admission until they have ended. */
  dailyMicros: bigint
}

/** Returns the projects of organisations in which something runs, and its price. */
export const runningPrices = async (tx: Tx, organizationIds: readonly OrganizationId[]): Promise<RunningPrice[]> => {
  const own = sql`any(${sql.param([...organizationIds])}::uuid[])`
  const { rows } = await tx.execute<{ organization_id: OrganizationId; project_id: ProjectId; daily: string }>(sql`
    select organization_id, project_id, sum(price)::text as daily from (
      select organization_id, project_id, daily_price_micros as price from instance
      where organization_id = ${own} and state in ('Starting', 'Active')
      union all
      select r.organization_id, i.project_id, r.daily_price_micros from run r join instance i on i.id = r.instance_id
      where r.organization_id = ${own} and r.ended_at is null
    ) as running group by organization_id, project_id order by project_id`)
  return rows.map(({ organization_id, project_id, daily }) => ({
    organizationId: organization_id,
    projectId: project_id,
    dailyMicros: BigInt(daily),
  }))
}
