import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db, Tx } from '../../store/connection.ts'
import * as schema from '../../store/schema.ts'

/** Runs statements that may take long: on a connection of its own, because those of the pool limit their time. */
export const onOwnConnection = async <T>(url: string, run: (db: Db) => Promise<T>): Promise<T> => {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'longshore ledger' })
  // The statement that runs when a connection is lost rejects, too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    return await run(drizzle(pool, { schema, casing: 'snake_case' }))
  } finally {
    await pool.end()
  }
}

/** Reads a database as it is at one moment, however long that takes and whatever others write. */
export const inSnapshot = <T>(url: string, read: (tx: Tx) => Promise<T>): Promise<T> =>
  onOwnConnection(url, (db) => db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' }))
