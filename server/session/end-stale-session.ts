import { and, eq } from 'drizzle-orm'
import type { Where } from '../http/where-of.ts'
import { notifyUser } from '../live/outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Db } from '../store/connection.ts'
import { users } from '../store/schema.ts'
import { deviceOf } from './device-of.ts'
import { endSessionById, type SessionRow } from './sessions.ts'

const TITLE = 'A session was ended'

/**
 * Ends a session because an old copy of its secret was used, and notifies its user. Either that caller or the user has
 * a stolen secret, and the server cannot tell which, so the session ends for both.
 */
export const endStaleSession = async (
  db: Db,
  mailer: Pick<Mailer, 'ready' | 'send' | 'nudge'> | undefined,
  { id, userId, userAgent }: SessionRow,
  by: Where,
): Promise<void> => {
  const message = `An old copy of its key was used by ${deviceOf(by.userAgent)} at ${by.address}. The session of ${deviceOf(userAgent)} has ended; log in again there. If you do not know why, end your other sessions and check your logins.`
  await mailer?.ready()
  await db.transaction(async (tx) => {
    if ((await endSessionById(tx, by.address, id)) === 0) return
    const additionalData = { subject: 'security' }
    await notifyUser(tx, userId, { type: 'warning', title: TITLE, message, additionalData })
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.emailVerified, true)))
    if (user?.email) await mailer?.send(tx, { kind: 'security', to: user.email, title: TITLE, message })
  })
  mailer?.nudge()
}
