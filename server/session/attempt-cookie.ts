import type { KeyObject } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as v from 'valibot'
import { providers } from '../../src/contract/wire/account.ts'
import { organizationId, userId } from '../../src/contract/wire/common.ts'
import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from './cookies.ts'

const LIFE_SECONDS = 600

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
  name: `longshore_attempt_${state.slice(0, 12)}`,
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
