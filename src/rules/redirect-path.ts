/** What the control plane answers on the same origin: never a page of the console. */
const notPages = /^\/(api|socket\.io)(\/|$)/

/** The page that a `redirectUrl` leads to, if it is one of this console's own; anything else is not followed. */
export const redirectPath = (redirectUrl: string | null, origin: string): string | null => {
  if (redirectUrl === null || !URL.canParse(redirectUrl, origin)) return null
  const { origin: itsOrigin, pathname, search, hash } = new URL(redirectUrl, origin)
  const path = onOwnOrigin(pathname)
  return itsOrigin !== origin || notPages.test(path) ? null : `${path}${search}${hash}`
}

/** A path that begins with two slashes would name another host. */
export const onOwnOrigin = (path: string): string => path.replace(/^[/\\]+/, '/')
