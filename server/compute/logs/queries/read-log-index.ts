import { sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { Db } from '../../../store/connection.ts'
import type { LogAddress } from '../log-address.ts'

/** Chunks whose times are returned for each log: enough to place lines that a client has not loaded. */
const MAX_CHUNKS = 250

type LogIndex = ResponseOf<'readLogIndex'>['logs']

type ChunkRow = { service: string; first_sequence: string; last_sequence: string; first_ms: string; last_ms: string }

/** Lists the logs of a deployment with stored lines, and when the first and last lines of some chunks were written. */
export async function readLogIndex(
  db: Db,
  { deploymentId, logType }: Pick<LogAddress, 'deploymentId' | 'logType'>,
): Promise<LogIndex> {
  const { rows } = await db.execute<ChunkRow>(sql`
    with chunk as (
      select service, first_sequence, last_sequence,
        floor(extract(epoch from first_at) * 1000) as first_ms, floor(extract(epoch from last_at) * 1000) as last_ms,
        row_number() over (partition by service order by first_sequence) as place,
        count(*) over (partition by service) as chunks
      from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType} and raw_bytes > 0
    )
    select service, first_sequence, last_sequence, first_ms, last_ms from chunk
    where place = 1 or place = chunks or place % ((chunks + ${MAX_CHUNKS} - 1) / ${MAX_CHUNKS}) = 0
    order by service, first_sequence`)
  return [...Map.groupBy(rows, ({ service }) => service)].map(([serviceName, chunks]) => {
    const lines = chunks.flatMap((chunk) => linesOf(chunk))
    return {
      serviceName,
      sequences: lines.map(({ sequence }) => sequence),
      atMs: lines.map(({ atMs }) => atMs),
    }
  })
}

function linesOf(chunk: ChunkRow): { sequence: number; atMs: number }[] {
  const first = { sequence: Number(chunk.first_sequence), atMs: Number(chunk.first_ms) }
  const last = { sequence: Number(chunk.last_sequence), atMs: Number(chunk.last_ms) }
  return first.sequence === last.sequence ? [first] : [first, last]
}
