import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { type OwnChange, writeOwnAudit } from '../../audit/write-audit.ts'
import { notifyUser } from '../../live/outbox.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

interface SecurityNotice {
  title: string
  message: string
  /** The entry in the security log. */
  audit: Pick<OwnChange, 'action' | 'target' | 'address'>
}

/**
 * Notifies a user of a change in how their account is protected: in the console, by mail to a verified address and in
 * their security log.
 */
export type SendNotice = (userId: UserId, notice: SecurityNotice) => Promise<void>

/** A transaction that can notify users of its changes. The notices are sent if, and only if, it commits. */
export type SecurityTransaction = <T>(work: (tx: Tx, sendNotice: SendNotice) => Promise<T>) => Promise<T>

export const securityTransactions =
  (db: Db, mailer: Pick<Mailer, 'ready' | 'send' | 'nudge'>): SecurityTransaction =>
  async (work) => {
    await mailer.ready()
    const done = await db.transaction((tx) =>
      work(tx, async (userId, { title, message, audit }) => {
        await notifyUser(tx, userId, { type: 'warning', title, message, additionalData: { subject: 'security' } })
        const [user] = await tx
          .select({ email: users.email, isVerified: users.emailVerified })
          .from(users)
          .where(eq(users.id, userId))
        if (user?.email && user.isVerified) await mailer.send(tx, { kind: 'security', to: user.email, title, message })
        await writeOwnAudit(tx, { userId, ...audit })
      }),
    )
    mailer.nudge()
    return done
  }
