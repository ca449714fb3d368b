import type { Client } from 'pg'
import type { SearchJob } from './search-job.ts'

export interface FoundChunk {
  first: number
  last: number
  lines: Buffer
}

/** The first read is small, so that a match near the end is there at once; the later ones are large. */
const FIRST_CHUNKS = 2
const MOST_CHUNKS = 64

/** The conditions that hold for a whole chunk; what holds for a line is looked at where it matches. */
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
 * The chunks of a search in its order, each batch read while the one before is searched. A chunk may reach back into what
 * was read before, where chunks were merged meanwhile.
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
    count = Math.min(count * 4, MOST_CHUNKS)
    reading = read(isNewestFirst ? last.first : last.last, count)
    // Who stops early leaves it behind.
    reading.catch(() => {})
    yield* chunks
  }
}

type Row = Omit<FoundChunk, 'lines'> & { lines: string }

/**
 * Numbers as doubles, which hold every sequence number and come as numbers; bytes in base64, which is a third shorter than
 * the database's own text of them and quicker to read.
 */
const columns = `first_sequence::float8 as first, last_sequence::float8 as last, encode(lines, 'base64') as lines`
