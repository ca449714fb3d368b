/** An HttpOnly cookie. */
export interface HiddenCookie {
  name: string
  /** The path over plain HTTP. A secure cookie always has the path `/`, as `__Host-` requires. */
  path: string
  sameSite: 'Strict' | 'Lax'
  secure: boolean
}

type CookieName = Pick<HiddenCookie, 'name' | 'secure'>

/** Browsers accept this prefix only from the host itself over TLS, so no sibling domain can set such a cookie. */
const HOST_PREFIX = '__Host-'

/**
 * Returns whether a cookie belongs to the console or its sign-in, with or without a prefix. Such cookies are never
 * forwarded to instances.
 */
export const isOwnCookie = (name: string): boolean => /^(?:__(?:host|secure)-)?longshore_/i.test(name)

export const cookieName = ({ name, secure }: CookieName): string => (secure ? `${HOST_PREFIX}${name}` : name)

export const serializeCookie = (cookie: HiddenCookie, value: string, lifeSeconds: number): string => {
  const { path, sameSite, secure } = cookie
  return `${cookieName(cookie)}=${value}; Max-Age=${lifeSeconds}; Path=${secure ? '/' : path}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`
}

/** Returns the Set-Cookie value that removes a cookie. */
export const expiredCookie = (cookie: HiddenCookie): string => serializeCookie(cookie, '', 0)

/** Returns the names in a Cookie header, as given to `serializeCookie`. */
export const cookieNamesIn = (header: string | undefined, secure: boolean): string[] =>
  (header?.split(/; */) ?? []).flatMap((pair) => {
    const name = /^[\w-]+(?==)/.exec(pair)?.[0] ?? ''
    if (!secure) return name === '' ? [] : [name]
    return name.startsWith(HOST_PREFIX) ? [name.slice(HOST_PREFIX.length)] : []
  })

/** Returns the value of a cookie in a Cookie header. */
export const cookieIn = (header: string | undefined, cookie: CookieName): string | undefined => {
  const start = `${cookieName(cookie)}=`
  return header
    ?.split(/; */)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
