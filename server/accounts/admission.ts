import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Db } from '../store/connection.ts'
import { installations, users } from '../store/schema.ts'

/** Why a user is not admitted: the codes of the console's callback page. */
export type AdmissionError =
  | 'banned'
  | 'security_check'
  | 'ask_admin_to_provide_access_to_dev_env'
  | 'waiting_for_access_to_dev_env'

const isRestricted = sql<boolean>`exists (select from ${installations} where ${installations.accessRestrictedAt} is not null)`

/**
 * Whether the operator admits a user: neither banned nor stopped by a security check, and with granted access where
 * access is restricted. Every check of a session, a token or a login includes it.
 */
export const isAdmitted = (): SQL | undefined =>
  and(
    isNull(users.bannedFor),
    isNull(users.securityCheckFor),
    or(sql`${users.developmentAccess} is not distinct from 'granted'`, sql`not ${isRestricted}`),
  )

/**
 * Returns why a user who has proved their identity is not admitted; null if they are. The first attempt at a restricted
 * installation is stored as a request for the operator.
 */
export const admit = async (db: Db, userId: UserId): Promise<AdmissionError | null> => {
  const [user] = await db
    .select({
      bannedFor: users.bannedFor,
      securityCheckFor: users.securityCheckFor,
      developmentAccess: users.developmentAccess,
      isRestricted,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  if (user.bannedFor !== null) return 'banned'
  if (user.securityCheckFor !== null) return 'security_check'
  if (!user.isRestricted || user.developmentAccess === 'granted') return null
  if (user.developmentAccess === 'requested') return 'waiting_for_access_to_dev_env'
  await db
    .update(users)
    .set({ developmentAccess: 'requested' })
    .where(and(eq(users.id, userId), isNull(users.developmentAccess)))
  return 'ask_admin_to_provide_access_to_dev_env'
}
