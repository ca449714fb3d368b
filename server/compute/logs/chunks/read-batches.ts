import { type SQL, sql } from 'drizzle-orm'
import type { LogBatch } from '../../../../src/contract/wire/log.ts'
import { sliceBatch } from '../../../../src/rules/log-batch.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import type { LogAddress } from '../log-address.ts'
import type { ReadPosition } from '../reading/read-position.ts'
import { decodeChunk } from './chunk-codec.ts'
import { cutBatch, joinBatches } from './join-batches.ts'

/** `oldest` is `head + 1` when no line is left. */
export interface Extent {
  oldest: number
  head: number
}

const CHUNKS_AT_ONCE = 256

export const ofLog = ({ deploymentId, logType, service }: LogAddress): SQL =>
  sql`deployment_id = ${deploymentId} and log_type = ${logType} and service = ${service}`

export async function logExtent(db: DbOrTx, address: LogAddress): Promise<Extent> {
  const { rows } = await db.execute<{ oldest: string | null; head: string | null }>(sql`
    select (select first_sequence from log_chunk where ${ofLog(address)} and raw_bytes > 0
        order by first_sequence limit 1) as oldest,
      (select last_sequence from log_chunk where ${ofLog(address)} order by first_sequence desc limit 1) as head`)
  const head = Number(rows[0]?.head ?? 0)
  return { oldest: Number(rows[0]?.oldest ?? head + 1), head }
}

/**
 * Reads lines of a range from its start, in small batches: at least those of one chunk, then up to about `bytes` of
 * text. Returns none if the range is empty.
 */
export async function readBatches(
  db: DbOrTx,
  address: LogAddress,
  range: { from: number; to: number },
  bytes: number,
): Promise<LogBatch[]> {
  const { from, to } = range
  const { rows } = await db.execute<ChunkRow>(sql`
    with near as (
      select first_sequence, last_sequence, raw_bytes, lines from log_chunk
      where ${ofLog(address)} and raw_bytes > 0 and first_sequence <= ${to} and last_sequence >= ${from}
        and first_sequence >= coalesce(
          (select max(first_sequence) from log_chunk where ${ofLog(address)} and first_sequence <= ${from}), 0)
      order by first_sequence limit ${CHUNKS_AT_ONCE}
    ), measured as (
      select *, sum(raw_bytes) over (order by first_sequence) - raw_bytes as before from near
    )
    select first_sequence, last_sequence, lines from measured where before < ${bytes} order by first_sequence`)
  return slicesOf(rows, range)
}

/** Reads lines like `readBatches`, but from the end of the range. The batches are in ascending order. */
export async function readBatchesBefore(
  db: DbOrTx,
  address: LogAddress,
  range: { from: number; to: number },
  bytes: number,
): Promise<LogBatch[]> {
  const { from, to } = range
  const { rows } = await db.execute<ChunkRow>(sql`
    with near as (
      select first_sequence, last_sequence, raw_bytes, lines from log_chunk
      where ${ofLog(address)} and raw_bytes > 0 and first_sequence <= ${to} and last_sequence >= ${from}
      order by first_sequence desc limit ${CHUNKS_AT_ONCE}
    ), measured as (
      select *, sum(raw_bytes) over (order by first_sequence desc) - raw_bytes as before from near
    )
    select first_sequence, last_sequence, lines from measured where before < ${bytes} order by first_sequence`)
  return slicesOf(rows, range)
}

type ChunkRow = { first_sequence: string; last_sequence: string; lines: Buffer }

function slicesOf(rows: ChunkRow[], { from, to }: { from: number; to: number }): LogBatch[] {
  const parts = rows.flatMap((row) => sliceBatch(batchOfRow(row), from, to) ?? [])
  return joinBatches(parts).flatMap(cutBatch)
}

export const batchOfRow = (row: ChunkRow): LogBatch => ({
  kind: 'lines',
  first: Number(row.first_sequence),
  sequence: Number(row.last_sequence),
  ...decodeChunk(row.lines),
})

export interface ReaderState {
  head: number
  position: ReadPosition
}

/** Returns the position from which a reader of a workload's output continues. */
export async function readerState(db: DbOrTx, address: LogAddress): Promise<ReaderState> {
  const { rows } = await db.execute<{ last_sequence: string; resume: ReadPosition | null }>(sql`
    select last_sequence, resume from log_chunk where ${ofLog(address)} order by first_sequence desc limit 1`)
  const [row] = rows
  return { head: Number(row?.last_sequence ?? 0), position: row?.resume ?? {} }
}
