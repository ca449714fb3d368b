const NAME = 'longshore_session'
const LIFE_SECONDS = 7 * 86_400

/** Only renewing and ending a session need it; scripts never see it, and other sites' pages cannot send it. */
const attributes = (secure: boolean) => `Path=/api/auth; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const sessionCookie = (secret: string, secure: boolean): string =>
  `${NAME}=${secret}; Max-Age=${LIFE_SECONDS}; ${attributes(secure)}`

export const endedSessionCookie = (secure: boolean): string => `${NAME}=; Max-Age=0; ${attributes(secure)}`

export const sessionSecretOf = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)
