import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../store/connection.ts'
import { encodeChunk } from './chunk-codec.ts'
import type { KeptLine } from './kept-line.ts'
import { LOG_CHANNEL, type LogAddress, topicOf } from './log-address.ts'
import type { ReadingPlace } from './reading-place.ts'

export interface Append extends LogAddress {
  firstSequence: number
  lines: readonly KeptLine[]
  resume: ReadingPlace
}

/**
 * Keeps lines as one chunk and tells the watchers. Answers its bytes; undefined when somebody else has written from that
 * sequence on, so that two readers of one workload never both do, or when the deployment is gone.
 */
export async function appendLines(db: DbOrTx, append: Append): Promise<number | undefined> {
  const { deploymentId, logType, firstSequence, lines, resume } = append
  const bytes = Buffer.from(encodeChunk(lines))
  const { rows } = await db.execute(sql`
    with kept as (
      insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, resume, lines)
      select id, ${logType}, ${firstSequence}, ${firstSequence + lines.length - 1}, ${JSON.stringify(resume)}::jsonb, ${bytes}
      from deployment where id = ${deploymentId}
      on conflict do nothing returning 1
    )
    select pg_notify(${LOG_CHANNEL}, ${topicOf(append)}) from kept`)
  return rows.length > 0 ? bytes.length : undefined
}

/** Keeps lines after the last ones there are, within the transaction of the change that they tell of. */
export async function sayLines(db: DbOrTx, address: LogAddress, lines: readonly KeptLine[]): Promise<void> {
  if (lines.length === 0) return
  const { deploymentId, logType } = address
  await db.execute(sql`
    with head as (
      select coalesce(max(last_sequence), 0) as at from log_chunk
      where deployment_id = ${deploymentId} and log_type = ${logType}
    ), kept as (
      insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, lines)
      select ${deploymentId}, ${logType}, at + 1, at + ${lines.length}::int, ${Buffer.from(encodeChunk(lines))} from head
    )
    select pg_notify(${LOG_CHANNEL}, ${topicOf(address)})`)
}
