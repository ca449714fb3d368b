import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../store/connection.ts'
import { decodeChunk } from './chunk-codec.ts'
import type { KeptLine } from './kept-line.ts'
import type { LogAddress } from './log-address.ts'
import type { ReadingPlace } from './reading-place.ts'

export interface Extent {
  oldest: number
  head: number
}

export async function logExtent(db: DbOrTx, { deploymentId, logType }: LogAddress): Promise<Extent> {
  const { rows } = await db.execute<{ oldest: string | null; head: string | null }>(sql`
    select min(first_sequence) as oldest, max(last_sequence) as head from log_chunk
    where deployment_id = ${deploymentId} and log_type = ${logType}`)
  const head = Number(rows[0]?.head ?? 0)
  return { oldest: Number(rows[0]?.oldest ?? head + 1), head }
}

export interface SequencedLine {
  sequence: number
  line: KeptLine
}

/** The lines from one sequence to another, both included, in order. */
export async function readLines(
  db: DbOrTx,
  { deploymentId, logType }: LogAddress,
  from: number,
  to: number,
): Promise<SequencedLine[]> {
  const { rows } = await db.execute<{ first_sequence: string; lines: Buffer }>(sql`
    select first_sequence, lines from log_chunk
    where deployment_id = ${deploymentId} and log_type = ${logType} and first_sequence <= ${to}
      and first_sequence >= coalesce((
        select max(first_sequence) from log_chunk
        where deployment_id = ${deploymentId} and log_type = ${logType} and first_sequence <= ${from}), 0)
    order by first_sequence`)
  return rows.flatMap(({ first_sequence, lines }) =>
    decodeChunk(lines)
      .map((line, index) => ({ sequence: Number(first_sequence) + index, line }))
      .filter(({ sequence }) => sequence >= from && sequence <= to),
  )
}

export interface ReaderState {
  head: number
  place: ReadingPlace
  keptBytes: number
}

/** Where a reader of a workload's output goes on. */
export async function readerState(db: DbOrTx, { deploymentId, logType }: LogAddress): Promise<ReaderState> {
  const { rows } = await db.execute<{ last_sequence: string; resume: ReadingPlace | null; kept: string }>(sql`
    select last_sequence, resume, (
      select sum(octet_length(lines)) from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType}) as kept
    from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType}
    order by first_sequence desc limit 1`)
  const [row] = rows
  return { head: Number(row?.last_sequence ?? 0), place: row?.resume ?? {}, keptBytes: Number(row?.kept ?? 0) }
}
