import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isAdmitted } from '../accounts/admission.ts'
import type { ApiKey, UserCaller } from '../http/handler.ts'
import type { Db } from '../store/connection.ts'
import { apiKeys, organizations, users } from '../store/schema.ts'
import { hashOf, newSecret } from './secrets.ts'

type ApiKeyRow = typeof apiKeys.$inferSelect

const MARK = 'lsk_'
const START_LENGTH = MARK.length + 6

/** Long enough that nobody copies it by hand; the console shows only its ends. */
const SECRET_BYTES = 64

/** Creates a token of `lsk_` and 86 characters. The prefix lets people and secret scanners recognise a leaked token. */
export const newApiKey = (): { value: string; hash: string; start: string } => {
  const value = MARK + newSecret(SECRET_BYTES)
  return { value, hash: hashOf(value), start: value.slice(0, START_LENGTH) }
}

export const isApiKey = (token: string): boolean => token.startsWith(MARK)

/** Updates the last use at most once a minute, so that a busy program does not cause a write with each read. */
const noteUse = sql`case when ${apiKeys.lastUsedAt} > now() - interval '1 minute' then ${apiKeys.lastUsedAt} else now() end`

const isLive = sql<boolean>`(${or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`))})
  and ${users.id} is not null and ${organizations.id} is not null`

/** Returns a key, and whether it is unexpired with an admitted user and an existing organisation. */
const findKey = async (db: Db, which: SQL): Promise<{ key: ApiKeyRow; isLive: boolean } | undefined> => {
  const [found] = await db
    .select({ key: apiKeys, isLive })
    .from(apiKeys)
    .leftJoin(users, and(eq(users.id, apiKeys.userId), isAdmitted()))
    .leftJoin(organizations, and(eq(organizations.id, apiKeys.organizationId), isNull(organizations.deletedAt)))
    .where(which)
  return found
}

const liveKey = async (db: Db, which: SQL): Promise<ApiKeyRow | undefined> => {
  const found = await findKey(db, which)
  return found?.isLive ? found.key : undefined
}

const requireUser = ({ id, name, userId, organizationId, appType, scopes, expiresAt }: ApiKeyRow): UserCaller => {
  const apiKey: ApiKey = { id, name, organizationId, appType, scopes, expiresAtMs: expiresAt?.getTime() ?? null }
  return { kind: 'user', userId, by: { apiKey } }
}

/** Returns the user of a live key, by the key's id. */
export const userOfKeyId = async (db: Db, id: string): Promise<UserCaller | undefined> => {
  const key = await liveKey(db, eq(apiKeys.id, id))
  return key && requireUser(key)
}

/**
 * Returns the user of a key; undefined if there is no such key, and null if it is not valid now, which may change: a
 * ban can be lifted. `from` is stored as the address or network of its last use.
 */
export const authenticateApiKey = async (
  db: Db,
  value: string,
  from: string,
): Promise<UserCaller | null | undefined> => {
  const found = await findKey(db, eq(apiKeys.hash, hashOf(value)))
  if (!found?.isLive) return found && null
  const { key } = found
  const { id, lastUsedAt } = key
  if (!lastUsedAt || Date.now() - lastUsedAt.getTime() > 60_000)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: noteUse, ...(from !== '' && { lastUsedFrom: from }) })
      .where(eq(apiKeys.id, id))
  return requireUser(key)
}
