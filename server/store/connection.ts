import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../log.ts'
import { createListener, type NotificationPayload } from './listener.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** For functions that work inside and outside of a transaction. */
export type DbOrTx = Db | Tx

export interface Store {
  readonly db: Db
  readonly pool: pg.Pool
  /** For code that opens its own connection. Contains the password. */
  readonly url: string
  /**
   * Calls `handler` with each notification on a channel; with null when notifications may have been missed, so that it
   * reads again. Returns a function that stops it.
   */
  listen(channel: string, handler: (payload: NotificationPayload) => void): () => void
  close(): Promise<void>
}

const POOL_SIZE = 12

export const openStore = ({ url, log }: { url: string; log: Log }): Store => {
  let closed: Promise<void> | undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 4000,
    query_timeout: 25_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'longshore',
  })
  // The pool handles errors of idle connections only: an error of a connection whose transaction awaits something else
  // would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!closed) log.warn({ error: error.message }, 'a database connection was lost')
    })
  })
  pool.on('error', () => {})

  const listener = createListener({ url, log })
  return {
    db: drizzle(pool, { schema, casing: 'snake_case' }),
    pool,
    url,
    listen: listener.listen,
    close: () => {
      closed ??= Promise.all([listener.close(), pool.end()]).then(() => undefined)
      return closed
    },
  }
}
