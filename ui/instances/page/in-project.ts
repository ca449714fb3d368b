/** Returns the same page of an instance, in the project that it is in now. */
export const inProject = (
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  projectId: string,
): string => {
  const [start, organization, , ...rest] = pathname.split('/')
  return [start, organization, projectId, ...rest].join('/') + search + hash
}
