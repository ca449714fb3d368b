import { cookieIn, expiredCookie, type HiddenCookie, serializeCookie } from './cookies.ts'

const NAME = 'longshore_session'
const PATH = '/api/auth'
const LIFE_SECONDS = 7 * 86_400

/** Sign-in alone needs it, and other sites' pages cannot send it. */
const cookie = (secure: boolean): HiddenCookie => ({ name: NAME, path: PATH, sameSite: 'Strict', secure })

/** Earlier versions used this name over TLS too. It is read until the next renewal replaces it. */
const EARLIER = { name: NAME, secure: false }
const expiredLegacyCookie = `${NAME}=; Max-Age=0; Path=${PATH}; HttpOnly; SameSite=Strict; Secure`

export const sessionCookie = (secret: string, secure: boolean): string =>
  serializeCookie(cookie(secure), secret, LIFE_SECONDS)

/** The Set-Cookie lines that put a secret in place of what the browser has. */
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

/** The session's secret, by its name of today alone: another domain may have planted the earlier name. */
export const sessionSecretOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  cookieIn(cookies, cookie(secure))

/** Also by its earlier name, for renewing and ending alone: neither takes up a session that the page does not name. */
export const anySessionSecretOf = (cookies: string | undefined, secure: boolean): string | undefined =>
  sessionSecretOf(cookies, secure) ?? cookieIn(cookies, EARLIER)
