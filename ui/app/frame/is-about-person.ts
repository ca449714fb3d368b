/** Whether a path is one of the pages about the person: they belong to no organisation. */
export const isAboutPerson = (pathname: string): boolean => /^\/user(\/|$)/.test(pathname)
