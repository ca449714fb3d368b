import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'

/**
 * Drops chunks of logs from their beginnings on; `doomed` selects `deployment_id`, `log_type`, `service` and `upto`, the
 * last first sequence that goes. The newest chunk of a log is only emptied: its numbers and its reader's place are needed
 * for the log to go on. Answers how many went.
 */
export async function dropChunks(db: DbOrTx, doomed: SQL): Promise<number> {
  const { rows } = await db.execute<{ gone: string }>(sql`
    with doomed as materialized (${doomed}), newest as materialized (
      select deployment_id, log_type, service, max(c.first_sequence) as newest, max(d.upto) as upto
      from log_chunk c join doomed d using (deployment_id, log_type, service) group by 1, 2, 3
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

/** Chunks whose lines are all older than a time. */
export const olderThan = (at: Date): SQL => sql`
  select deployment_id, log_type, service, max(first_sequence) as upto from log_chunk
  where last_at < ${at.toISOString()}::timestamptz and raw_bytes > 0 group by 1, 2, 3`

/** The oldest chunks of each instance of which more than `bytes` is kept, all its deployments together. */
export const beyondSize = (bytes: number, ofInstance: SQL): SQL => sql`
  select deployment_id, log_type, service, max(first_sequence) as upto from (
    select deployment_id, log_type, service, first_sequence, sum(octet_length(lines)) over (
      partition by instance_id order by last_at desc, deployment_id, log_type, service, first_sequence desc) as newer
    from log_chunk join deployment on deployment.id = deployment_id where raw_bytes > 0 and ${ofInstance}
  ) sized where newer > ${bytes} group by 1, 2, 3`
