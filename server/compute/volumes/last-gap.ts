import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'

/**
 * Returns how long the newest deployment with a gap served nothing: from the first replica that was stopped for it until
 * it began to serve. Null if there was none.
 */
export async function readLastGap(db: DbOrTx, id: InstanceId): Promise<number | null> {
  const { rows } = await db.execute<{ ms: string }>(sql`
    select extract(epoch from d.active_since - min(r.draining_since)) * 1000 as ms
    from deployment d
    join replica r on r.instance_id = d.instance_id and r.deployment_id <> d.id
      and r.draining_since >= d.created_at and r.draining_since < d.active_since
    where d.instance_id = ${id} and d.active_since is not null
    group by d.id order by d.number desc limit 1`)
  const [row] = rows
  return row ? Math.round(Number(row.ms)) : null
}
