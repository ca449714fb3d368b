import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'

const KEY = 0x10e0_9135

/**
 * Takes a lock until the transaction ends. Required before creating a user or changing a username or e-mail address, to
 * keep both unique.
 */
export const lockUsers = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${KEY})`)
