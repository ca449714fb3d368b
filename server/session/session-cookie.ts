import { cookieIn, endedCookie, type HiddenCookie, keptCookie } from './cookies.ts'

const NAME = 'longshore_session'
const LIFE_SECONDS = 7 * 86_400

/** Only renewing and ending a session need it, and other sites' pages cannot send it. */
const cookie = (secure: boolean): HiddenCookie => ({ name: NAME, path: '/api/auth', sameSite: 'Strict', secure })

export const sessionCookie = (secret: string, secure: boolean): string =>
  keptCookie(cookie(secure), secret, LIFE_SECONDS)

export const endedSessionCookie = (secure: boolean): string => endedCookie(cookie(secure))

export const sessionSecretOf = (cookies: string | undefined): string | undefined => cookieIn(cookies, NAME)
