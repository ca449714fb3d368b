import type { Pool } from 'pg'

/** Returns how many connections of this test's own database wait for a lock; parallel tests share the server. */
export const lockWaiters = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
