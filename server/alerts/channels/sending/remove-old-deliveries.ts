import { sql } from 'drizzle-orm'
import type { Db } from '../../../store/connection.ts'

const KEPT_MS = 30 * 24 * 3_600_000
const KEPT_PER_CHANNEL = 1000

/** Removes settled deliveries after 30 days, and all but the newest thousand of a channel. */
export const removeOldDeliveries = (db: Db, now: Date) =>
  db.execute(sql`
    delete from alert_delivery where state <> 'waiting' and (
      created_at < ${new Date(now.getTime() - KEPT_MS).toISOString()}::timestamptz
      or id in (
        select id from (
          select id, row_number() over (partition by channel_id order by created_at desc) as place from alert_delivery
        ) as counted where place > ${KEPT_PER_CHANNEL}
      )
    )`)
