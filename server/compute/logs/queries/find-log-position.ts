import { sql } from 'drizzle-orm'
import type { Db } from '../../../store/connection.ts'
import { batchOfRow, type Extent, logExtent, ofLog } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'

/** Returns the first line written at or after a time, or the newest line. */
export async function findLogPosition(db: Db, address: LogAddress, at: Date): Promise<Extent & { sequence: number }> {
  const extent = await logExtent(db, address)
  const { rows } = await db.execute<{ first_sequence: string; last_sequence: string; lines: Buffer }>(sql`
    select first_sequence, last_sequence, lines from log_chunk
    where ${ofLog(address)} and raw_bytes > 0 and last_at >= ${at.toISOString()}::timestamptz
    order by first_sequence limit 1`)
  const [row] = rows
  if (!row) return { ...extent, sequence: extent.head }
  const { first, atMs } = batchOfRow(row)
  return { ...extent, sequence: first + atMs.findIndex((time) => time >= at.getTime()) }
}
