import { sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { dropChunks } from '../chunks/drop-chunks.ts'

const LARGEST_LOGS = 4
/** What goes of each of them. */
const SHARE = 0.25
const NOT_AGAIN_MS = 5000

/**
 * Drops the oldest quarter of the largest logs and gives the pages back for new lines. Whoever asks while it is done waits
 * for the same one, and it is not done again for a while: one full disk strikes every log at once.
 */
export function createRoomMaker(db: Db, log: Log): () => Promise<boolean> {
  let making: Promise<boolean> | undefined
  let notBeforeMs = 0

  async function make(): Promise<boolean> {
    try {
      const dropped = await dropChunks(db, oldestOfLargest)
      if (dropped === 0) return false
      await db.execute(sql`vacuum log_chunk`)
      log.warn({ dropped }, 'the disk is full: the oldest pieces of the largest logs were dropped to make room')
      return true
    } catch (error) {
      log.warn({ err: error }, 'the disk is full, and no room could be made by dropping old logs')
      return false
    } finally {
      notBeforeMs = performance.now() + NOT_AGAIN_MS
      making = undefined
    }
  }

  return () => {
    if (!making && performance.now() < notBeforeMs) return Promise.resolve(false)
    making ??= make()
    return making
  }
}

const oldestOfLargest = sql`
  with largest as (
    select deployment_id, log_type, service, sum(octet_length(lines)) as bytes from log_chunk where raw_bytes > 0
    group by 1, 2, 3 having count(*) > 1 order by bytes desc limit ${LARGEST_LOGS}
  )
  select deployment_id, log_type, service, max(first_sequence) as upto from (
    select deployment_id, log_type, service, first_sequence, largest.bytes, sum(octet_length(lines)) over (
      partition by deployment_id, log_type, service order by first_sequence) - octet_length(lines) as older
    from log_chunk join largest using (deployment_id, log_type, service) where raw_bytes > 0
  ) measured where older < bytes * ${SHARE}::float8 group by 1, 2, 3`
