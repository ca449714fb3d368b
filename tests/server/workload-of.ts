import type { Store } from '../../server/store/connection.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'

/** Returns the engine's id of the newest workload of an instance. */
export async function workloadOf({ pool }: Pick<Store, 'pool'>, { _id }: { _id: InstanceId }): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select workload_id as id from replica where instance_id = $1 order by created_at desc limit 1',
    [_id],
  )
  const [newest] = rows
  if (!newest) throw new Error(`The instance ${_id} has had no replica`)
  return newest.id
}
