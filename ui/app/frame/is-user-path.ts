/** Whether a path is one of the pages about the person: they belong to no organisation. */
export const isUserPath = (pathname: string): boolean => /^\/user(\/|$)/.test(pathname)
