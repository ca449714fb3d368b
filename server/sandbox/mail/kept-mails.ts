import { desc, sql } from 'drizzle-orm'
import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../store/connection.ts'
import { sandboxMails } from '../../store/schema.ts'

export interface KeptMail extends Mail {
  id: string
  sentAt: string
}

const KEPT = 200

/** Keeps a mail instead of sending it, and lets the oldest go. */
export const keepMail = async (db: Db, mail: Mail): Promise<void> => {
  await db.insert(sandboxMails).values(mail)
  await db.execute(sql`delete from ${sandboxMails} where id not in (
    select id from ${sandboxMails} order by created_at desc, id limit ${KEPT})`)
}

/** Newest first. */
export const keptMails = async (db: Db): Promise<KeptMail[]> => {
  const rows = await db.select().from(sandboxMails).orderBy(desc(sandboxMails.createdAt), sandboxMails.id).limit(KEPT)
  return rows.map(({ createdAt, ...mail }) => ({ ...mail, sentAt: createdAt.toISOString() }))
}
