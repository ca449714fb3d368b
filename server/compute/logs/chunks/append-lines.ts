import { type SQL, sql } from 'drizzle-orm'
import { batchOf } from '../../../../src/rules/log-batch.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { prepareStatement } from '../../../store/prepare-statement.ts'
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

const CHUNK_COLUMNS = sql.raw('first_at, last_at, raw_bytes, lines')

/** The values of `CHUNK_COLUMNS`. */
const chunkValues = ({ firstAt, lastAt, rawBytes, bytes }: Record<keyof ChunkFields, unknown>): SQL =>
  sql`${firstAt}::timestamptz, ${lastAt}::timestamptz, ${rawBytes}::int, ${bytes}::bytea`

interface ChunkFields {
  firstAt: string
  lastAt: string
  rawBytes: number
  bytes: Buffer
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
      insert into log_chunk (deployment_id, log_type, service, first_sequence, last_sequence, resume, ${CHUNK_COLUMNS})
      select id, ${logType}, ${service}, ${firstSequence}, ${firstSequence + lines.length - 1},
        ${JSON.stringify(resume)}::jsonb, ${chunkValues(chunk)}
      from deployment
      where id = ${deploymentId} and coalesce((select last_sequence from newest), 0) = ${firstSequence - 1}::bigint
      on conflict do nothing returning 1
    )
    select pg_notify(${LOG_CHANNEL}, ${topicOf(append)}) from kept`)
  return rows.length > 0 ? chunk.bytes.length : undefined
}

const given = (name: string) => sql.placeholder(name)

const insertAtHead = prepareStatement<
  Record<string, unknown>,
  'deploymentId' | 'logType' | 'count' | 'topic' | keyof ChunkFields
>(
  'insert_log_chunk_at_head',
  sql`
    with head as (
      select coalesce(max(last_sequence), 0) as at from log_chunk
      where deployment_id = ${given('deploymentId')} and log_type = ${given('logType')} and service = ''
    ), kept as (
      insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, ${CHUNK_COLUMNS})
      select ${given('deploymentId')}::uuid, ${given('logType')}, at + 1, at + ${given('count')}::int,
        ${chunkValues({ firstAt: given('firstAt'), lastAt: given('lastAt'), rawBytes: given('rawBytes'), bytes: given('bytes') })}
      from head
    )
    select pg_notify(${sql.raw(`'${LOG_CHANNEL}'`)}, ${given('topic')})`,
)

/** Appends lines in the transaction of the change that they report. */
export async function appendSystemLines(
  db: DbOrTx,
  { deploymentId, logType }: Omit<LogAddress, 'service'>,
  lines: readonly StoredLine[],
): Promise<void> {
  if (lines.length === 0) return
  const { firstAt, lastAt, rawBytes, bytes } = chunkOf(lines, 1)
  const topic = topicOf({ deploymentId, logType, service: '' })
  const count = lines.length
  await insertAtHead(db, { deploymentId, logType, count, firstAt, lastAt, rawBytes, bytes, topic })
}

function chunkOf(lines: readonly StoredLine[], first: number): ChunkFields {
  const batch = batchOf(lines, first)
  return { ...spanOf(batch), bytes: encodeChunk(batch) }
}
