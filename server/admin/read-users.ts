import { and, asc, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import { INSTALLATION_CHAIN } from '../audit/write-audit.ts'
import type { Db } from '../store/connection.ts'
import { auditEntries, installations, users } from '../store/schema.ts'

export type ListedUser = Pick<
  typeof users.$inferSelect,
  'id' | 'username' | 'email' | 'emailVerified' | 'bannedFor' | 'securityCheckFor' | 'developmentAccess'
>

const MAX_LISTED = 200

const listed = {
  id: users.id,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  bannedFor: users.bannedFor,
  securityCheckFor: users.securityCheckFor,
  developmentAccess: users.developmentAccess,
}

/**
 * Returns the user with this id, else those with this username or verified e-mail address: anyone may have chosen
 * another user's id as their username, or typed an unverified address.
 */
export const findUsers = async (db: Db, name: string): Promise<ListedUser[]> => {
  const byId = await db.select(listed).from(users).where(sql`${users.id}::text = ${name.toLowerCase()}`)
  if (byId.length > 0) return byId
  return db
    .select(listed)
    .from(users)
    .where(or(eq(users.username, name), and(eq(sql`lower(${users.email})`, name.toLowerCase()), users.emailVerified)))
}

/** Returns the newest users whose username, name or e-mail address contains the text. */
export const searchUsers = (db: Db, text: string): Promise<ListedUser[]> => {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .select(listed)
    .from(users)
    .where(or(ilike(users.username, part), ilike(users.name, part), ilike(users.email, part)))
    .orderBy(desc(users.createdAt))
    .limit(MAX_LISTED)
}

/** Returns the users who have requested access, or were granted or denied it; requests first. */
export const listAccess = async (db: Db): Promise<{ isRestricted: boolean; users: ListedUser[] }> => {
  const [installation] = await db.select().from(installations)
  const rows = await db
    .select(listed)
    .from(users)
    .where(inArray(users.developmentAccess, ['requested', 'granted', 'denied']))
    .orderBy(sql`${users.developmentAccess} = 'requested' desc`, asc(users.developmentAccess), asc(users.username))
  return { isRestricted: installation?.accessRestrictedAt != null, users: rows }
}

const operatorEntries = sql`split_part(${auditEntries.action}, '.', 1) in ('account', 'securityCheck', 'access', 'funds', 'coupon')`

/** Returns what operators changed, newest first: for one user, or for all users and the installation. */
export const readOperatorLog = (db: Db, userId: UserId | null) =>
  db
    .select({
      at: auditEntries.createdAt,
      operator: auditEntries.actorName,
      action: auditEntries.action,
      username: sql<string>`case when ${auditEntries.userId} = ${INSTALLATION_CHAIN} then '-' else coalesce(${users.username}, ${auditEntries.userId}::text) end`,
      reason: sql<string>`coalesce(${auditEntries.after}->>'bannedFor', ${auditEntries.after}->>'securityCheckFor', ${auditEntries.after}->>'organization', ${auditEntries.after}->>'code', '')`,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(and(operatorEntries, userId === null ? undefined : eq(auditEntries.userId, userId)))
    .orderBy(desc(auditEntries.number))
    .limit(MAX_LISTED)
