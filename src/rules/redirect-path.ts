/** Paths of the control plane on the same origin, which are not pages of the console. */
const notPages = /^\/(api|docs|socket\.io)(\/|$)/

/** Returns the path of a `redirectUrl` if it is a page of this console; otherwise null. */
export const redirectPath = (redirectUrl: string | null, origin: string): string | null => {
  if (redirectUrl === null || !URL.canParse(redirectUrl, origin)) return null
  const { origin: itsOrigin, pathname, search, hash } = new URL(redirectUrl, origin)
  const path = onOwnOrigin(pathname)
  return itsOrigin !== origin || notPages.test(path) ? null : `${path}${search}${hash}`
}

/** Collapses leading slashes: a path that starts with two slashes would name another host. */
export const onOwnOrigin = (path: string): string => path.replace(/^[/\\]+/, '/')
