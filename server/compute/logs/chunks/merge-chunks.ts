import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import type { LogAddress } from '../log-address.ts'
import { encodeChunk } from './chunk-codec.ts'
import { joinBatches } from './join-batches.ts'
import { batchOfRow, ofLog } from './read-batches.ts'
import { spanOf } from './span-of.ts'

/** In bytes of text. Larger chunks would hardly compress better, and make reading a page more expensive. */
export const FULL_CHUNK_BYTES = 524_288
const MAX_CHUNKS_SCANNED = 1024
/** An older chunk is merged if it is at most this many times the size of the newer ones, which limits rewrites. */
const GROWTH = 4

/**
 * Merges the newest small chunks into one, so that a quiet workload does not fill the table with single lines, and
 * chunks compress well.
 */
export async function mergeNewest(db: DbOrTx, address: LogAddress): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows: sizes } = await tx.execute<{ first_sequence: string; raw_bytes: number }>(sql`
      select first_sequence, raw_bytes from log_chunk where ${ofLog(address)} and raw_bytes > 0
      order by first_sequence desc limit ${MAX_CHUNKS_SCANNED}`)
    const count = mergeable(sizes.map(({ raw_bytes }) => raw_bytes))
    const [from, to] = [sizes[count - 1]?.first_sequence, sizes[0]?.first_sequence]
    if (count < 2 || from === undefined || to === undefined) return
    const { rows } = await tx.execute<{
      first_sequence: string
      last_sequence: string
      resume: unknown
      lines: Buffer
    }>(sql`
      with taken as (
        delete from log_chunk where ${ofLog(address)} and first_sequence between ${from} and ${to}
        returning first_sequence, last_sequence, resume, lines
      )
      select * from taken order by first_sequence`)
    const [batch, hole] = joinBatches(rows.map(batchOfRow))
    if (!batch || hole) throw new Error('Cannot merge chunks that are not consecutive.')
    const { firstAt, lastAt, rawBytes } = spanOf(batch)
    await tx.execute(sql`
      insert into log_chunk (deployment_id, log_type, service, first_sequence, last_sequence, first_at, last_at, raw_bytes,
        resume, lines)
      values (${address.deploymentId}, ${address.logType}, ${address.service}, ${batch.first}, ${batch.sequence},
        ${firstAt}::timestamptz, ${lastAt}::timestamptz, ${rawBytes}, ${JSON.stringify(rows.at(-1)?.resume ?? null)}::jsonb,
        ${encodeChunk(batch)})`)
  })
}

/** Returns how many of the newest chunks to merge; `sizes` are newest first. */
export function mergeable(sizes: readonly number[]): number {
  let total = 0
  let count = 0
  for (const bytes of sizes) {
    if (total + bytes > FULL_CHUNK_BYTES || (count > 0 && bytes > total * GROWTH)) break
    total += bytes
    count += 1
  }
  return count
}
