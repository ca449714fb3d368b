import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../../store/connection.ts'
import { logDownloads } from '../../../store/schema.ts'

export type Download = Omit<typeof logDownloads.$inferSelect, 'ticketHash' | 'expiresAt'>

const TICKET_BYTES = 32
const OPENS_FOR = sql`now() + interval '60 seconds'`

/**
 * A ticket stands in an address that a browser opens by itself, without a token: it opens once, for a minute, one file that
 * its owner might read. Kept hashed, and in the database, so that any node opens it.
 */
export async function makeTicket(db: DbOrTx, download: Download): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  await db.delete(logDownloads).where(lt(logDownloads.expiresAt, sql`now()`))
  await db.insert(logDownloads).values({ ...download, ticketHash: hashOf(ticket), expiresAt: OPENS_FOR })
  return ticket
}

export async function useTicket(db: Db, ticket: string): Promise<Download | undefined> {
  const [used] = await db
    .delete(logDownloads)
    .where(and(eq(logDownloads.ticketHash, hashOf(ticket)), gt(logDownloads.expiresAt, sql`now()`)))
    .returning()
  return used
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
