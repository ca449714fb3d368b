import { sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { databaseErrorKind } from '../../../store/database-error-kind.ts'
import { dropChunks } from '../chunks/drop-chunks.ts'

/** Runs a write; on a full disk frees space and tries once more. */
export type WithDiskSpace = <T>(write: () => Promise<T>) => Promise<T | 'full'>

const LARGEST_LOGS = 4
/** The fraction dropped of each. */
const DROPPED_FRACTION = 0.25
const RESERVE_ROWS = 2000
const ROW_BYTES = 2000
/** Waits after dropping did not help: something else fills the disk, and more lines would be lost in vain. */
const SKIP_MS = 5000

/**
 * Drops the oldest quarter of the largest logs when the disk is full. A full disk affects all logs at once, so all
 * concurrent writes wait for the same run.
 */
export function createDiskSpaceReclaimer(db: Db, log: Log): WithDiskSpace {
  let reclaiming: Promise<boolean> | undefined
  let skipUntilMs = 0

  async function reclaim(): Promise<boolean> {
    try {
      await unlessFull(() => giveReserve(db))
      const dropped = await dropChunks(db, oldestOfLargest)
      // Makes the pages of dropped chunks reusable.
      if (dropped > 0) await db.execute(sql`vacuum log_chunk`)
      // The full reserve would use up the freed space.
      if (dropped > 0) await unlessFull(() => refillReserve(db, RESERVE_ROWS / 2))
      if (dropped > 0) log.warn({ dropped }, 'the disk is full; dropped the oldest chunks of the largest logs')
      return dropped > 0
    } catch (error) {
      log.warn({ err: error }, 'the disk is full, and old logs could not be dropped')
      return false
    } finally {
      reclaiming = undefined
    }
  }

  return async (write) => {
    const first = await unlessFull(write)
    if (first !== 'full' || performance.now() < skipUntilMs) return first
    reclaiming ??= reclaim()
    const retried = (await reclaiming) ? await unlessFull(write) : 'full'
    if (retried === 'full') skipUntilMs = performance.now() + SKIP_MS
    return retried
  }
}

/** Reserves some disk space for the next time that the disk is full. */
export async function refillReserve(db: Db, targetRows: number = RESERVE_ROWS): Promise<void> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from log_reserve`)
  const missing = targetRows - Number(rows[0]?.count)
  if (missing <= 0) return
  const block = Buffer.alloc(ROW_BYTES)
  await db.execute(sql`insert into log_reserve select ${block}::bytea from generate_series(1, ${missing}::int)`)
  await db.execute(sql`vacuum log_reserve`)
}

/** Uses `vacuum`, because `truncate` would need space for a new file. */
async function giveReserve(db: Db): Promise<void> {
  await db.execute(sql`delete from log_reserve`)
  await db.execute(sql`vacuum log_reserve`)
}

const unlessFull = <T>(write: () => Promise<T>): Promise<T | 'full'> =>
  write().catch((error: unknown) => {
    if (databaseErrorKind(error) === 'full') return 'full' as const
    throw error
  })

const oldestOfLargest = sql`
  with largest as (
    select deployment_id, log_type, service, sum(octet_length(lines)) as bytes from log_chunk where raw_bytes > 0
    group by 1, 2, 3 having count(*) > 1 order by bytes desc limit ${LARGEST_LOGS}
  )
  select deployment_id, log_type, service, max(first_sequence) as upto from (
    select deployment_id, log_type, service, first_sequence, largest.bytes, sum(octet_length(lines)) over (
      partition by deployment_id, log_type, service order by first_sequence) - octet_length(lines) as older
    from log_chunk join largest using (deployment_id, log_type, service) where raw_bytes > 0
  ) measured where older < bytes * ${DROPPED_FRACTION}::float8 group by 1, 2, 3`
