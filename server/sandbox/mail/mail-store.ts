import { desc, sql } from 'drizzle-orm'
import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../store/connection.ts'
import { sandboxMails } from '../../store/schema.ts'

export interface StoredMail extends Mail {
  id: string
  sentAt: string
}

const MAX_MAILS = 200

/** Keeps a mail instead of sending it, and lets the oldest go. */
export const storeMail = async (db: Db, mail: Mail): Promise<void> => {
  await db.insert(sandboxMails).values(mail)
  await db.execute(sql`delete from ${sandboxMails} where id not in (
    select id from ${sandboxMails} order by created_at desc, id limit ${MAX_MAILS})`)
}

/** Newest first. */
export const readMails = async (db: Db): Promise<StoredMail[]> => {
  const rows = await db
    .select()
    .from(sandboxMails)
    .orderBy(desc(sandboxMails.createdAt), sandboxMails.id)
    .limit(MAX_MAILS)
  return rows.map(({ createdAt, ...mail }) => ({ ...mail, sentAt: createdAt.toISOString() }))
}
