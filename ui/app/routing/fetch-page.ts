import type { RouteMatch, RouteObject } from 'react-router-dom'

export type Page =
  | { kind: 'opening' }
  | { kind: 'fetched'; matches: RouteMatch[] }
  /** Its code could not be fetched. */
  | { kind: 'loadError' }

const fetchRoute = async (route: RouteObject): Promise<RouteObject> =>
  typeof route.lazy === 'function' ? { ...route, ...(await route.lazy()) } : route

/** A page and the layouts around it are fetched at the same time. */
export const fetchPage = async (matches: RouteMatch[]): Promise<Page> => {
  const fetching = matches.map(async (match) => ({ ...match, route: await fetchRoute(match.route) }))
  try {
    return { kind: 'fetched', matches: await Promise.all(fetching) }
  } catch {
    return { kind: 'loadError' }
  }
}
