import type { KeyObject } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as v from 'valibot'
import { providers } from '../../src/contract/wire/account.ts'
import { organizationId, userId } from '../../src/contract/wire/common.ts'
import { cookieIn, cookieNamesIn, expiredCookie, type HiddenCookie, serializeCookie } from './cookies.ts'

const LIFE_SECONDS = 600
const PREFIX = 'longshore_attempt_'
/** Beside the new one. Otherwise another site could fill the browser's headers by starting sign-ins. */
const MAX_KEPT = 3

const attempt = v.object({
  provider: v.picklist(providers),
  intent: v.picklist(['login', 'signup', 'connect', 'authorize']),
  /** Set when a signed-in user connects another login or grants access to repositories: the user and their session. */
  signedInUser: v.optional(v.object({ userId, session: v.string() })),
  /** The organisation that a grant of access to repositories is for. */
  organizationId: v.optional(organizationId),
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  redirectUri: v.string(),
  referralCode: v.optional(v.string()),
})

/**
 * State of one sign-in between the redirect to the provider and the callback, encrypted and authenticated in a cookie.
 */
export type Attempt = v.InferOutput<typeof attempt>

/** Each attempt has a cookie of its own, so that two tabs can sign in at once. */
const cookie = ({ state, provider }: Pick<Attempt, 'state'> & { provider: string }, secure: boolean): HiddenCookie => ({
  name: `${PREFIX}${state.slice(0, 12)}`,
  path: `/api/auth/${provider}/callback`,
  sameSite: 'Lax',
  secure,
})

export const attemptCookie = async (key: KeyObject, kept: Attempt, secure: boolean): Promise<string> => {
  const sealed = await new EncryptJWT({ ...kept })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .encrypt(key)
  return serializeCookie(cookie(kept, secure), sealed, LIFE_SECONDS)
}

/** Returns the Set-Cookie values that remove all but the newest attempts of a browser, which it sends last. */
export const surplusAttemptCookies = (cookies: string | undefined, provider: string, secure: boolean): string[] =>
  cookieNamesIn(cookies, secure)
    .filter((name) => name.startsWith(PREFIX))
    .slice(0, -MAX_KEPT)
    .map((name) => expiredCookie(cookie({ state: name.slice(PREFIX.length), provider }, secure)))

export const spentAttemptCookie = (kept: Attempt, secure: boolean): string => expiredCookie(cookie(kept, secure))

/** Returns null if this browser did not start the attempt, took too long, or the cookie was changed. */
export const readAttempt = async (
  key: KeyObject,
  cookies: string | undefined,
  provider: string,
  state: string,
  secure: boolean,
): Promise<Attempt | null> => {
  const sealed = cookieIn(cookies, cookie({ state, provider }, secure))
  if (!sealed) return null
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const kept = v.parse(attempt, payload)
    return kept.state === state && kept.provider === provider ? kept : null
  } catch {
    return null
  }
}
