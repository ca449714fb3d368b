import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ApiKey, UserCaller } from '../http/handler.ts'
import type { Db } from '../store/connection.ts'
import { apiKeys, organizations, users } from '../store/schema.ts'
import { hashOf, newSecret } from './secrets.ts'

type ApiKeyRow = typeof apiKeys.$inferSelect

const MARK = 'lsk_'
const START_LENGTH = MARK.length + 6

/** Long, so that nobody types it off and the console shows its ends only. */
const SECRET_BYTES = 64

/** `lsk_` and 86 characters: people and scanners of code know at once what was left lying about. */
export const newApiKey = (): { value: string; hash: string; start: string } => {
  const value = MARK + newSecret(SECRET_BYTES)
  return { value, hash: hashOf(value), start: value.slice(0, START_LENGTH) }
}

export const isApiKey = (token: string): boolean => token.startsWith(MARK)

/** Use is noted once a minute at most: a busy program shall not write on each of its reads. */
const noteUse = sql`case when ${apiKeys.lastUsedAt} > now() - interval '1 minute' then ${apiKeys.lastUsedAt} else now() end`

const isLive = () => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`))

const liveKey = async (db: Db, which: SQL): Promise<ApiKeyRow | undefined> => {
  const [found] = await db
    .select({ key: apiKeys })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.bannedFor)))
    .innerJoin(organizations, and(eq(organizations.id, apiKeys.organizationId), isNull(organizations.deletedAt)))
    .where(and(which, isLive()))
  return found?.key
}

const requireUser = ({ id, name, userId, organizationId, appType, scopes, expiresAt }: ApiKeyRow): UserCaller => {
  const apiKey: ApiKey = { id, name, organizationId, appType, scopes, expiresAtMs: expiresAt?.getTime() ?? null }
  return { kind: 'user', userId, by: { apiKey } }
}

export const isKeyLive = async (db: Db, id: string): Promise<boolean> =>
  (await liveKey(db, eq(apiKeys.id, id))) !== undefined

/** The person whom a live key speaks for, by the id of the key. */
export const userOfKeyId = async (db: Db, id: string): Promise<UserCaller | undefined> => {
  const key = await liveKey(db, eq(apiKeys.id, id))
  return key && requireUser(key)
}

/**
 * The person whom a key speaks for; undefined when it was never given, is deleted, or its time is over. `from` is kept as
 * the address or network of its last use.
 */
export const authenticateApiKey = async (db: Db, value: string, from: string): Promise<UserCaller | undefined> => {
  const key = await liveKey(db, eq(apiKeys.hash, hashOf(value)))
  if (!key) return undefined
  const { id, lastUsedAt } = key
  if (!lastUsedAt || Date.now() - lastUsedAt.getTime() > 60_000)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: noteUse, ...(from !== '' && { lastUsedFrom: from }) })
      .where(eq(apiKeys.id, id))
  return requireUser(key)
}
