import { inArray, sql } from 'drizzle-orm'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { InstanceState } from '../../../src/contract/wire/compute.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { projectPricesNow } from '../usage/funds-usage.ts'
import { noInstances, type ProjectCounts } from './project-wire.ts'

const inState = (state: InstanceState) =>
  sql<number>`count(*) filter (where ${instances.state} = ${state})`.mapWith(Number)

/** Counts the instances of each project by state, and what it costs now. Empty projects are not in the result. */
export async function countInstances(db: DbOrTx, ids: readonly ProjectId[]): Promise<Map<ProjectId, ProjectCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      projectId: instances.projectId,
      closed: inState('Closed'),
      failedToStart: inState('Failed-start'),
      starting: inState('Starting'),
      active: inState('Active'),
    })
    .from(instances)
    .where(inArray(instances.projectId, [...ids]))
    .groupBy(instances.projectId)
  const counted = new Map<ProjectId, ProjectCounts>(
    rows.map(({ projectId, ...counts }) => [projectId, { ...noInstances, ...counts }]),
  )
  for (const [id, dailyPriceMicros] of await projectPricesNow(db, ids))
    counted.set(id, { ...(counted.get(id) ?? noInstances), dailyPriceMicros })
  return counted
}

export async function countInstancesOf(db: DbOrTx, id: ProjectId): Promise<ProjectCounts> {
  return (await countInstances(db, [id])).get(id) ?? noInstances
}
