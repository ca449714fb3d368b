import { desc, sql } from 'drizzle-orm'
import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../store/connection.ts'
import { sandboxMails } from '../../store/schema.ts'

export interface StoredMail extends Mail {
  id: string
  sentAt: string
}

const MAX_MAILS = 200

/** Stores a mail instead of sending it, and deletes the oldest beyond MAX_MAILS. */
export const storeMail = async (db: Db, mail: Mail): Promise<void> => {
  await db.insert(sandboxMails).values(mail)
  await db.execute(sql`delete from ${sandboxMails} where id not in (
    select id from ${sandboxMails} order by created_at desc, id limit ${MAX_MAILS})`)
}

/** Returns the stored mails, newest first. */
export const readMails = async (db: Db): Promise<StoredMail[]> => {
  const rows = await db
    .select()
    .from(sandboxMails)
    .orderBy(desc(sandboxMails.createdAt), sandboxMails.id)
    .limit(MAX_MAILS)
  return rows.map(({ createdAt, ...mail }) => ({ ...mail, sentAt: createdAt.toISOString() }))
}
