import { eq, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Db, DbOrTx } from '../../store/connection.ts'
import { deployments, instances } from '../../store/schema.ts'
import type { DeploymentRecord, InstanceRow } from './instance-wire.ts'

export interface LoadedInstance {
  row: InstanceRow
  deployments: DeploymentRecord[]
}

/** Selects all deployments of the instance in the same query, newest first. */
const deploymentsOfRow = sql<DeploymentRecord[]>`(
  select coalesce(json_agg(json_build_object(
    'id', d.id, 'status', d.status, 'image', d.image, 'logsLength', d.logs_length,
    'createdAt', d.created_at, 'endedAt', d.ended_at) order by d.created_at desc), '[]'::json)
  from ${deployments} d where d.instance_id = "instance"."id")`

export const loadInstances = (db: Pick<DbOrTx, 'select'>) =>
  db.select({ row: instances, deployments: deploymentsOfRow }).from(instances).$dynamic()

export async function loadInstance(db: DbOrTx, id: InstanceId): Promise<LoadedInstance | undefined> {
  const [found] = await loadInstances(db).where(eq(instances.id, id))
  return found
}

/** Prepares the same query as a statement for the most frequent call. */
export function prepareLoadInstance(db: Db): (id: InstanceId) => Promise<LoadedInstance | undefined> {
  const statement = loadInstances(db)
    .where(eq(instances.id, sql.placeholder('id')))
    .prepare('load_instance')
  return async (id) => (await statement.execute({ id }))[0]
}
