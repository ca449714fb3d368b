import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'

const KEY = 0x10e0_9135

/** Held until the transaction ends by whoever makes a person or gives one an e-mail address, so that both stay unique. */
export const lockUsers = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${KEY})`)
