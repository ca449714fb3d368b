/** A cookie that no script reads. */
export interface HiddenCookie {
  name: string
  path: string
  sameSite: 'Strict' | 'Lax'
  secure: boolean
}

export const keptCookie = (
  { name, path, sameSite, secure }: HiddenCookie,
  value: string,
  lifeSeconds: number,
): string =>
  `${name}=${value}; Max-Age=${lifeSeconds}; Path=${path}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`

/** Takes a cookie out of the browser. */
export const endedCookie = (cookie: HiddenCookie): string => keptCookie(cookie, '', 0)

/** The value under a name in a Cookie header. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Cookies of the console and of its sign-in. They are never forwarded to an instance. */
export const isConsoleCookie = (name: string): boolean => /^(?:__(?:host|secure)-)?longshore_/i.test(name)
