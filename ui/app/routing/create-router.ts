import {
  createPath,
  type Location,
  matchRoutes,
  NavigationType,
  type Navigator,
  type RouteObject,
  type To,
} from 'react-router-dom'
import { fetchPage, type Page } from './fetch-page.ts'
import { type HistoryWindow, locationOf, locationTo } from './locations.ts'

/** What stands at which address, and how one came there. */
export interface Shown {
  location: Location
  how: NavigationType
  page: Page
}

export interface RouterState {
  shown: Shown
  /** Another page is on its way. */
  isFetching: boolean
}

export interface Router extends Navigator {
  read(): RouterState
  navigate(to: To, options: { replace: boolean }): void
  subscribe(listener: () => void): () => void
}

/**
 * Opens addresses. The page before stays until the next one's code is there, and the address changes with the page; of
 * two that are on their way the later one is shown.
 */
export const createRouter = (routes: RouteObject[], window: HistoryWindow): Router => {
  const listeners = new Set<() => void>()
  let latest = locationOf(window)
  let state: RouterState = {
    shown: { location: latest, how: NavigationType.Pop, page: { kind: 'opening' } },
    isFetching: true,
  }

  const move = (next: RouterState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const open = async (location: Location, how: NavigationType): Promise<void> => {
    latest = location
    move({ ...state, isFetching: true })
    const page = await fetchPage(matchRoutes(routes, location) ?? [])
    if (latest !== location) return
    const entry = { key: location.key, state: location.state }
    const href = window.location.origin + createPath(location)
    if (how === NavigationType.Push) window.history.pushState(entry, '', href)
    if (how === NavigationType.Replace) window.history.replaceState(entry, '', href)
    move({ shown: { location, how, page }, isFetching: false })
  }

  const push = (to: To, kept?: unknown) => void open(locationTo(to, kept, window), NavigationType.Push)
  const replace = (to: To, kept?: unknown) => void open(locationTo(to, kept, window), NavigationType.Replace)

  window.addEventListener('popstate', () => void open(locationOf(window), NavigationType.Pop))
  void open(latest, NavigationType.Pop)

  return {
    read: () => state,
    navigate: (to, options) => (options.replace ? replace(to) : push(to)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (steps) => window.history.go(steps),
    push,
    replace,
  }
}
