import { type SQL, sql } from 'drizzle-orm'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import type { LogAddress } from '../../logs/log-address.ts'
import { deploymentsOfDrain, isDrained, isWaiting, positionOfLog } from './drain-scope.ts'

export interface WaitingLines {
  drainId: DrainId
  lines: number
  bytes: number
  oldestAt: string | null
}

const unsent = sql`(c.last_sequence - greatest(c.first_sequence - 1, coalesce(p.sequence, 0)))`

/** Counts the stored lines that drains have not sent. The bytes of a chunk that was sent in part are estimated. */
export async function waitingLines(db: DbOrTx, where: SQL): Promise<WaitingLines[]> {
  const { rows } = await db.execute<{ id: DrainId; lines: string; bytes: string; oldest: Date | string | null }>(sql`
    select dr.id, coalesce(sum(w.lines), 0) as lines, coalesce(sum(w.bytes), 0)::bigint as bytes, min(w.first_at) as oldest
    from drain dr left join lateral (
      select ${unsent} as lines, c.raw_bytes::numeric * ${unsent} / (c.last_sequence - c.first_sequence + 1) as bytes,
        c.first_at
      from (select dr.*) as dr ${deploymentsOfDrain} join log_chunk c on c.deployment_id = d.id ${positionOfLog}
      where c.raw_bytes > 0 and ${isDrained} and ${isWaiting}
    ) w on true
    where ${where} group by dr.id`)
  return rows.map(({ id, lines, bytes, oldest }) => ({
    drainId: id,
    lines: Number(lines),
    bytes: Number(bytes),
    oldestAt: oldest === null ? null : new Date(oldest).toISOString(),
  }))
}

/** Returns the logs with lines that a drain has not sent, those that have waited the longest first. */
export async function waitingLogs(db: DbOrTx, id: DrainId, limit: number): Promise<LogAddress[]> {
  const { rows } = await db.execute<Record<'deployment_id' | 'log_type' | 'service', string>>(sql`
    select c.deployment_id, c.log_type, c.service
    from drain dr ${deploymentsOfDrain} join log_chunk c on c.deployment_id = d.id ${positionOfLog}
    where dr.id = ${id} and ${isDrained} and ${isWaiting}
    group by 1, 2, 3 order by min(c.first_at) limit ${limit}`)
  return rows.map(
    ({ deployment_id: deploymentId, log_type: logType, service }) =>
      // Columns of these types.
      ({ deploymentId, logType, service }) as LogAddress,
  )
}
