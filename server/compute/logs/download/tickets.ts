import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserCaller } from '../../../http/handler.ts'
import type { Db, DbOrTx } from '../../../store/connection.ts'
import { logDownloads } from '../../../store/schema.ts'

/** The log, its range and the file format. */
export type Download = Omit<
  typeof logDownloads.$inferSelect,
  'ticketHash' | 'expiresAt' | 'userId' | 'sessionId' | 'apiKeyId'
>

/** Between the services of a ticket; no name of a service contains it. */
export const SERVICE_SEPARATOR = ','

type Ticket = typeof logDownloads.$inferSelect

const TICKET_BYTES = 32
const OPENS_FOR = sql`now() + interval '60 seconds'`

/**
 * Creates a ticket: a single-use secret in a URL that a browser opens without a token, valid for a minute and one file.
 * Its hash is stored in the database, so that any node accepts it.
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
