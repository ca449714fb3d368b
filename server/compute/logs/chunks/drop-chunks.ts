import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'

/**
 * Drops the oldest chunks of logs. `ends` selects `deployment_id`, `log_type`, `service` and `upto`, the first
 * sequence number of the last chunk to drop. The newest chunk of a log is only emptied, because the log continues from
 * its sequence number and its reader's position. Returns how many chunks were dropped or emptied.
 */
export async function dropChunks(db: DbOrTx, ends: SQL): Promise<number> {
  const { rows } = await db.execute<{ gone: string }>(sql`
    with ends as materialized (${ends}), newest as materialized (
      select deployment_id, log_type, service, max(c.first_sequence) as newest, max(e.upto) as upto
      from log_chunk c join ends e using (deployment_id, log_type, service) group by 1, 2, 3
    ), emptied as (
      update log_chunk c set lines = '', raw_bytes = 0, first_sequence = c.last_sequence from newest n
      where ${sameLog} and c.first_sequence = n.newest and n.newest <= n.upto and c.raw_bytes > 0 returning 1
    ), dropped as (
      delete from log_chunk c using newest n
      where ${sameLog} and c.first_sequence <= n.upto and c.first_sequence < n.newest returning 1
    )
    select (select count(*) from emptied) + (select count(*) from dropped) as gone`)
  return Number(rows[0]?.gone ?? 0)
}

const sameLog = sql`c.deployment_id = n.deployment_id and c.log_type = n.log_type and c.service = n.service`

/** Selects chunks whose lines are all older than a time. */
export const olderThan = (at: Date): SQL => sql`
  select deployment_id, log_type, service, max(first_sequence) as upto from log_chunk
  where last_at < ${at.toISOString()}::timestamptz and raw_bytes > 0 group by 1, 2, 3`

/** Selects the oldest chunks beyond `bytes` of each instance, over all its deployments. */
export const beyondSize = (bytes: number, ofInstance: SQL): SQL => sql`
  select deployment_id, log_type, service, max(first_sequence) as upto from (
    select deployment_id, log_type, service, first_sequence, sum(octet_length(lines)) over (
      partition by instance_id order by last_at desc, deployment_id, log_type, service, first_sequence desc) as newer
    from log_chunk join deployment on deployment.id = deployment_id where raw_bytes > 0 and ${ofInstance}
  ) sized where newer > ${bytes} group by 1, 2, 3`
