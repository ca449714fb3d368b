import { type SQL, sql } from 'drizzle-orm'
import { batchOf } from '../../../../src/rules/log-batch.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { LOG_CHANNEL, type LogAddress, topicOf } from '../log-address.ts'
import type { ReadPosition } from '../reading/read-position.ts'
import type { StoredLine } from '../stored-line.ts'
import { encodeChunk } from './chunk-codec.ts'
import { ofLog } from './read-batches.ts'
import { spanOf } from './span-of.ts'

export interface Append extends LogAddress {
  firstSequence: number
  lines: readonly StoredLine[]
  resume: ReadPosition
}

/**
 * Stores lines as one chunk and notifies watchers. Returns the chunk's bytes; undefined when the log does not end just
 * before the lines, so that two readers of one workload never both write, or when the deployment is gone. The newest
 * chunk is locked against another writer that merges it with its own lines, because then it would not be found here.
 */
export async function appendLines(db: DbOrTx, append: Append): Promise<number | undefined> {
  const { deploymentId, logType, service, firstSequence, lines, resume } = append
  const chunk = chunkOf(lines, firstSequence)
  const { rows } = await db.execute(sql`
    with newest as materialized (
      select last_sequence from log_chunk where ${ofLog(append)} order by first_sequence desc limit 1 for key share
    ), kept as (
      insert into log_chunk (deployment_id, log_type, service, first_sequence, last_sequence, resume, ${chunk.columns})
      select id, ${logType}, ${service}, ${firstSequence}, ${firstSequence + lines.length - 1},
        ${JSON.stringify(resume)}::jsonb, ${chunk.values}
      from deployment
      where id = ${deploymentId} and coalesce((select last_sequence from newest), 0) = ${firstSequence - 1}::bigint
      on conflict do nothing returning 1
    )
    select pg_notify(${LOG_CHANNEL}, ${topicOf(append)}) from kept`)
  return rows.length > 0 ? chunk.bytes : undefined
}

/** Appends lines in the transaction of the change that they report. */
export async function appendSystemLines(
  db: DbOrTx,
  { deploymentId, logType }: Omit<LogAddress, 'service'>,
  lines: readonly StoredLine[],
): Promise<void> {
  if (lines.length === 0) return
  const chunk = chunkOf(lines, 1)
  await db.execute(sql`
    with head as (
      select coalesce(max(last_sequence), 0) as at from log_chunk
      where deployment_id = ${deploymentId} and log_type = ${logType} and service = ''
    ), kept as (
      insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, ${chunk.columns})
      select ${deploymentId}, ${logType}, at + 1, at + ${lines.length}::int, ${chunk.values} from head
    )
    select pg_notify(${LOG_CHANNEL}, ${topicOf({ deploymentId, logType, service: '' })})`)
}

function chunkOf(lines: readonly StoredLine[], first: number): { columns: SQL; values: SQL; bytes: number } {
  const batch = batchOf(lines, first)
  const bytes = encodeChunk(batch)
  const { firstAt, lastAt, rawBytes } = spanOf(batch)
  return {
    columns: sql.raw('first_at, last_at, raw_bytes, lines'),
    values: sql`${firstAt}::timestamptz, ${lastAt}::timestamptz, ${rawBytes}::int, ${bytes}::bytea`,
    bytes: bytes.length,
  }
}
