import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserCaller } from '../../../http/handler.ts'
import type { Db, DbOrTx } from '../../../store/connection.ts'
import { logDownloads } from '../../../store/schema.ts'

/** Which part of which log, in which form. */
export type Download = Omit<
  typeof logDownloads.$inferSelect,
  'ticketHash' | 'expiresAt' | 'userId' | 'sessionId' | 'apiKeyId'
>

type Ticket = typeof logDownloads.$inferSelect

const TICKET_BYTES = 32
const OPENS_FOR = sql`now() + interval '60 seconds'`

/**
 * A ticket stands in an address that a browser opens by itself, without a token: it opens once, for a minute, one file that
 * its owner may read. Kept hashed, and in the database, so that any node opens it.
 */
export async function makeTicket(db: DbOrTx, { userId, by }: UserCaller, download: Download): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  const owner = { userId, ...('session' in by ? { sessionId: by.session } : { apiKeyId: by.apiKey.id }) }
  await db.delete(logDownloads).where(lt(logDownloads.expiresAt, sql`now()`))
  await db.insert(logDownloads).values({ ...download, ...owner, ticketHash: hashOf(ticket), expiresAt: OPENS_FOR })
  return ticket
}

export async function useTicket(db: Db, ticket: string): Promise<Ticket | undefined> {
  const [used] = await db
    .delete(logDownloads)
    .where(and(eq(logDownloads.ticketHash, hashOf(ticket)), gt(logDownloads.expiresAt, sql`now()`)))
    .returning()
  return used
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
