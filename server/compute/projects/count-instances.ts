import { inArray, sql } from 'drizzle-orm'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { InstanceState } from '../../../src/contract/wire/compute.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { noInstances, type ProjectCounts } from './project-wire.ts'

const inState = (state: InstanceState) =>
  sql<number>`count(*) filter (where ${instances.state} = ${state})`.mapWith(Number)

/** Counts the instances of each project by state. Projects without instances are not in the result. */
export async function countInstances(db: DbOrTx, ids: readonly ProjectId[]): Promise<Map<ProjectId, ProjectCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      projectId: instances.projectId,
      closed: inState('Closed'),
      failedToStart: inState('Failed-start'),
      starting: inState('Starting'),
      active: inState('Active'),
      dailyPriceMicros: sql<number>`coalesce(sum(${instances.dailyPriceMicros}) filter (
        where ${instances.desiredState} = 'active' and ${instances.state} in ('Starting', 'Active')), 0)`.mapWith(
        Number,
      ),
    })
    .from(instances)
    .where(inArray(instances.projectId, [...ids]))
    .groupBy(instances.projectId)
  return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]))
}

export async function countInstancesOf(db: DbOrTx, id: ProjectId): Promise<ProjectCounts> {
  return (await countInstances(db, [id])).get(id) ?? noInstances
}
