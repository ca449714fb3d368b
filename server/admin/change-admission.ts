import { and, asc, eq, sql } from 'drizzle-orm'
import type { OperatorAction } from '../../src/contract/wire/audit.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { isAdmitted } from '../accounts/admission.ts'
import { writeOperatorAudit } from '../audit/write-audit.ts'
import { endAllSessions, isLive } from '../session/sessions.ts'
import type { Db, Tx } from '../store/connection.ts'
import { installations, sessions, users } from '../store/schema.ts'

type AdmissionState = Pick<typeof users.$inferSelect, 'bannedFor' | 'securityCheckFor' | 'developmentAccess'>

const state = {
  bannedFor: users.bannedFor,
  securityCheckFor: users.securityCheckFor,
  developmentAccess: users.developmentAccess,
}

interface Change {
  action: OperatorAction
  set: (reason: string) => Partial<AdmissionState>
}

export const admissionChanges = {
  ban: { action: 'account.banned', set: (bannedFor) => ({ bannedFor }) },
  unban: { action: 'account.unbanned', set: () => ({ bannedFor: null }) },
  check: { action: 'securityCheck.started', set: (securityCheckFor) => ({ securityCheckFor }) },
  clear: { action: 'securityCheck.cleared', set: () => ({ securityCheckFor: null }) },
  grant: { action: 'access.granted', set: () => ({ developmentAccess: 'granted' }) },
  deny: { action: 'access.denied', set: () => ({ developmentAccess: 'denied' }) },
} as const satisfies Record<string, Change>

export type AdmissionChange = keyof typeof admissionChanges

export interface ChangeResult {
  isChanged: boolean
  /** Sessions that ended because the user is no longer admitted. */
  endedSessions: number
}

/**
 * Changes whether a user is admitted, in one transaction with the audit entry and the end of their sessions. Every
 * node is notified when it commits.
 */
export const changeAdmission = (
  db: Db,
  { userId, change, reason, operator }: { userId: UserId; change: AdmissionChange; reason: string; operator: string },
): Promise<ChangeResult> =>
  db.transaction(async (tx) => {
    const { action, set }: Change = admissionChanges[change]
    const [before] = await tx.select(state).from(users).where(eq(users.id, userId)).for('update')
    if (!before) throw new Error(`There is no user ${userId}.`)
    const after = { ...before, ...set(reason) }
    if (Object.entries(after).every(([field, value]) => before[field as keyof AdmissionState] === value))
      return { isChanged: false, endedSessions: 0 }
    await tx
      .update(users)
      .set({ ...after, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
    await writeOperatorAudit(tx, { userId, operator, action, before, after })
    const isOut = (await tx.$count(users, and(eq(users.id, userId), isAdmitted()))) === 0
    return { isChanged: true, endedSessions: isOut ? await endAllSessions(tx, userId) : 0 }
  })

/** Admits only users with granted access, or everyone again. */
export const restrictAccess = (
  db: Db,
  { isRestricted, operator }: { isRestricted: boolean; operator: string },
): Promise<ChangeResult> =>
  db.transaction(async (tx) => {
    const [installation] = await tx.select().from(installations).for('update')
    if (!installation) throw new Error('This database has no installation yet. Start Longshore once, then try again.')
    if ((installation.accessRestrictedAt !== null) === isRestricted) return { isChanged: false, endedSessions: 0 }
    await tx.update(installations).set({ accessRestrictedAt: isRestricted ? sql`now()` : null })
    await writeOperatorAudit(tx, {
      userId: null,
      operator,
      action: isRestricted ? 'access.restricted' : 'access.opened',
      before: { isRestricted: !isRestricted },
      after: { isRestricted },
    })
    return { isChanged: true, endedSessions: isRestricted ? await endUnadmittedSessions(tx) : 0 }
  })

const endUnadmittedSessions = async (tx: Tx): Promise<number> => {
  // Sorted by user id, as each locks the user's chain of audit entries.
  const rows = await tx
    .selectDistinct({ userId: sessions.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isLive(), sql`not (${isAdmitted()})`))
    .orderBy(asc(sessions.userId))
  let ended = 0
  for (const { userId } of rows) ended += await endAllSessions(tx, userId)
  return ended
}
