/** A cookie that no script reads. */
export interface HiddenCookie {
  name: string
  /** Where it is sent over plain HTTP; an encrypted one belongs to the whole host. */
  path: string
  sameSite: 'Strict' | 'Lax'
  secure: boolean
}

type CookieName = Pick<HiddenCookie, 'name' | 'secure'>

/** Browsers take a name with this prefix only from the host itself, encrypted: no sibling domain can plant one. */
const HOST_PREFIX = '__Host-'

/** Whether a cookie is the console's or of its sign-in, with or without a prefix. Instances never see one. */
export const isOwnCookie = (name: string): boolean => /^(?:__(?:host|secure)-)?longshore_/i.test(name)

export const cookieName = ({ name, secure }: CookieName): string => (secure ? `${HOST_PREFIX}${name}` : name)

export const serializeCookie = (cookie: HiddenCookie, value: string, lifeSeconds: number): string => {
  const { path, sameSite, secure } = cookie
  return `${cookieName(cookie)}=${value}; Max-Age=${lifeSeconds}; Path=${secure ? '/' : path}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`
}

/** Takes a cookie out of the browser. */
export const expiredCookie = (cookie: HiddenCookie): string => serializeCookie(cookie, '', 0)

/** The value of a cookie in a Cookie header. */
export const cookieIn = (header: string | undefined, cookie: CookieName): string | undefined => {
  const start = `${cookieName(cookie)}=`
  return header
    ?.split(/; */)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
