import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import { hashOf, newSecret } from '../keys/secrets.ts'
import type { DbOrTx } from '../store/connection.ts'
import { type SignInGrant, signInCodes } from '../store/schema.ts'
import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from './cookies.ts'

const LIFE_SECONDS = 60
/**
 * Validated because the code becomes part of a cookie's name and comes from an address that anyone may have written.
 */
const CODE = /^[\w-]{43}$/

type Granted<K extends SignInGrant['kind']> = Extract<SignInGrant, { kind: K }> & { userId: UserId }

/** Each code has a cookie of its own, so that two tabs can sign in at once. */
const cookieOf = (code: string, secure: boolean): HiddenCookie => ({
  name: `longshore_code_${code.slice(0, 12)}`,
  path: '/api/auth',
  sameSite: 'Strict',
  secure,
})

/**
 * Issues a code for use in the console's address, where it may be seen and logged: it works once, within a minute, and
 * only in the browser that has the cookie.
 */
export const issueCode = async (
  db: DbOrTx,
  userId: UserId,
  grant: SignInGrant,
  secure: boolean,
): Promise<{ code: string; cookie: string }> => {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, sql`now()`))
  const [code, browser] = [newSecret(), newSecret()]
  const expiresAt = sql`now() + make_interval(secs => ${LIFE_SECONDS})`
  await db
    .insert(signInCodes)
    .values({ codeHash: hashOf(code), browserHash: hashOf(browser), userId, grant, expiresAt })
  return { code, cookie: serializeCookie(cookieOf(code, secure), browser, LIFE_SECONDS) }
}

export const spentCodeCookie = (code: string, secure: boolean): string => expiredCookie(cookieOf(code, secure))

/** Redeems a code; of two concurrent calls one gets the grant. */
export const redeemCode = async <K extends SignInGrant['kind']>(
  db: DbOrTx,
  kind: K,
  code: string,
  cookies: string | undefined,
  secure: boolean,
): Promise<Granted<K> | undefined> => {
  if (!CODE.test(code)) return undefined
  const browser = cookieIn(cookies, cookieOf(code, secure))
  if (browser === undefined) return undefined
  const [row] = await db
    .delete(signInCodes)
    .where(
      and(
        eq(signInCodes.codeHash, hashOf(code)),
        eq(signInCodes.browserHash, hashOf(browser)),
        eq(sql`${signInCodes.grant}->>'kind'`, kind),
        gt(signInCodes.expiresAt, sql`now()`),
      ),
    )
    .returning()
  // The kind was compared above.
  return row && ({ ...row.grant, userId: row.userId } as Granted<K>)
}

/** Deletes a user's unused codes, because unfinished sign-ins end with the user's sessions. */
export const dropCodes = async (db: DbOrTx, userId: UserId): Promise<void> => {
  await db.delete(signInCodes).where(eq(signInCodes.userId, userId))
}
