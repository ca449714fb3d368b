import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from './cookies.ts'

const NAME = 'longshore_session'
const PATH = '/api/auth'
const LIFE_SECONDS = 7 * 86_400

/** Only sign-in needs it, and SameSite=Strict keeps other sites' pages from sending it. */
const cookie = (secure: boolean): HiddenCookie => ({ name: NAME, path: PATH, sameSite: 'Strict', secure })

/** Earlier versions used this name over TLS too. It is read until the next renewal replaces it. */
const EARLIER = { name: NAME, secure: false }
const expiredLegacyCookie = `${NAME}=; Max-Age=0; Path=${PATH}; HttpOnly; SameSite=Strict; Secure`

export const sessionCookie = (secret: string, secure: boolean): string =>
  serializeCookie(cookie(secure), secret, LIFE_SECONDS)

/** Returns the Set-Cookie lines that replace the browser's session secret. */
export const replacedSessionCookie = (secret: string, secure: boolean, given: string | undefined): string[] => [
  sessionCookie(secret, secure),
  ...expiredLegacyCookies(secure, given),
]

export const expiredSessionCookies = (secure: boolean, given: string | undefined): string[] => [
  expiredCookie(cookie(secure)),
  ...expiredLegacyCookies(secure, given),
]

const expiredLegacyCookies = (secure: boolean, given: string | undefined): string[] =>
  secure && cookieIn(given, EARLIER) !== undefined ? [expiredLegacyCookie] : []

/** Reads the session's secret by its current name only: another domain may have set the earlier name. */
export const sessionSecretOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  cookieIn(cookies, cookie(secure))

/**
 * Also reads the earlier name. Use it only to renew or end a session: a page names the session that it renews, so a
 * planted cookie cannot replace it.
 */
export const anySessionSecretOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  sessionSecretOf(cookies, secure) ?? cookieIn(cookies, EARLIER)
