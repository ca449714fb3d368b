import type { Client } from 'pg'
import type { SearchJob } from './search-job.ts'

export interface FoundChunk {
  first: number
  last: number
  lines: Buffer
}

/** The first read is small, so that nearby matches appear at once. Later reads are larger. */
const FIRST_CHUNKS = 2
const MAX_CHUNKS = 64

/** The conditions on a whole chunk. Conditions on a line are checked when it matches. */
const inJob = `deployment_id = $1 and log_type = $2 and service = $3 and raw_bytes > 0
  and first_sequence <= $5 and last_sequence >= $4
  and last_at >= coalesce($6::timestamptz, '-infinity') and first_at <= coalesce($7::timestamptz, 'infinity')`

const valuesOf = ({ address, first, last, sinceMs, untilMs }: SearchJob) => [
  address.deploymentId,
  address.logType,
  address.service,
  first ?? 0,
  last ?? Number.MAX_SAFE_INTEGER,
  sinceMs === undefined ? null : new Date(sinceMs),
  untilMs === undefined ? null : new Date(untilMs),
]

export async function countLines(client: Client, job: SearchJob): Promise<number> {
  const { rows } = await client.query<{ total: string }>(
    `select coalesce(sum(least(last_sequence, $5) - greatest(first_sequence, $4) + 1), 0) as total from log_chunk where ${inJob}`,
    valuesOf(job),
  )
  return Number(rows[0]?.total ?? 0)
}

/**
 * Yields the chunks of a search in its order, and reads each batch while the one before is searched. A chunk may
 * overlap earlier ones, if chunks were merged meanwhile.
 */
export async function* readForSearch(client: Client, job: SearchJob): AsyncGenerator<FoundChunk> {
  const isNewestFirst = job.order === 'newestFirst'
  const text = isNewestFirst
    ? `select ${columns} from log_chunk where ${inJob} and first_sequence < $8 order by first_sequence desc limit $9`
    : `select ${columns} from log_chunk where ${inJob} and last_sequence > $8 and first_sequence >= coalesce((
        select max(first_sequence) from log_chunk
        where deployment_id = $1 and log_type = $2 and service = $3 and first_sequence <= $8 + 1), 0)
      order by first_sequence limit $9`
  const read = async (from: number, count: number): Promise<FoundChunk[]> =>
    (await client.query<Row>(text, [...valuesOf(job), from, count])).rows.map(({ lines, ...chunk }) => ({
      ...chunk,
      lines: Buffer.from(lines, 'base64'),
    }))

  let count = FIRST_CHUNKS
  let reading = read(isNewestFirst ? Number.MAX_SAFE_INTEGER : 0, count)
  for (;;) {
    const chunks = await reading
    const last = chunks.at(-1)
    if (!last) return
    count = Math.min(count * 4, MAX_CHUNKS)
    reading = read(isNewestFirst ? last.first : last.last, count)
    // Nothing awaits this read when the search stops early.
    reading.catch(() => {})
    yield* chunks
  }
}

type Row = Omit<FoundChunk, 'lines'> & { lines: string }

/**
 * Selects sequence numbers as doubles, which hold all of them and are returned as numbers, and bytes as base64, which
 * is a third shorter than the database's hex format and faster to decode.
 */
const columns = `first_sequence::float8 as first, last_sequence::float8 as last, encode(lines, 'base64') as lines`
