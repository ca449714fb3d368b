import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db, Tx } from '../../store/connection.ts'
import * as schema from '../../store/schema.ts'

/**
 * Reads a database as it is at one moment, however long that takes and whatever others write: on a connection of its own,
 * because those of the pool limit the time of a statement.
 */
export const inSnapshot = async <T>(url: string, read: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'longshore ledger' })
  let lost: Error | undefined
  client.on('error', (error) => {
    lost = error
  })
  await client.connect()
  try {
    const db: Db = drizzle(client, { schema, casing: 'snake_case' }) as unknown as Db
    const result = await db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
    if (lost) throw lost
    return result
  } finally {
    await client.end()
  }
}
