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
export interface CurrentRoute {
  location: Location
  how: NavigationType
  page: Page
}

export interface RouterState {
  current: CurrentRoute
  /** Another page is on its way. */
  isFetching: boolean
  /** The last address whose page could not be fetched, for as long as it is not there and no other one was asked for. */
  loadError: FailedNavigation | null
  /** A person who is leaving something unsaved is asked first. */
  leaving: Leaving | null
}

export interface FailedNavigation {
  href: string
  retry(): void
  dismiss(): void
}

export interface Leaving {
  go(): void
  stay(): void
}

export interface Router extends Navigator {
  read(): RouterState
  navigate(to: To, options: { replace: boolean }): void
  subscribe(listener: () => void): () => void
  /** Until it is let go, links and the browser's own buttons ask before the page is left. What effects wish is done. */
  block(): () => void
}

/**
 * Opens addresses. The page before stays until the next one's code is there, and the address changes with the page; of
 * two that are on their way the later one is shown. Where the code is lost, the page before stays too.
 */
export const createRouter = (routes: RouteObject[], window: HistoryWindow): Router => {
  const listeners = new Set<() => void>()
  let latest = locationOf(window)
  let state: RouterState = {
    current: { location: latest, how: NavigationType.Pop, page: { kind: 'opening' } },
    isFetching: true,
    loadError: null,
    leaving: null,
  }
  let blockers = 0
  /** The browser goes where a person was asked about already. */
  let isLeaveConfirmed = false

  const setState = (next: RouterState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const open = async (
    location: Location,
    how: NavigationType,
    before: FailedNavigation | null = null,
  ): Promise<void> => {
    latest = location
    setState({ ...state, isFetching: true, loadError: before, leaving: null })
    const page = await fetchPage(matchRoutes(routes, location) ?? [])
    if (latest !== location) return
    const entry = { key: location.key, state: location.state }
    const href = window.location.origin + createPath(location)
    if (page.kind === 'loadError') {
      const loadError: FailedNavigation = {
        href,
        retry: () => requestNavigation(location, how, loadError),
        dismiss: () => setState({ ...state, loadError: null }),
      }
      // The browser's own buttons have changed the address already.
      const current = how === NavigationType.Pop ? { location, how, page } : state.current
      return setState({ current, isFetching: false, loadError, leaving: null })
    }
    if (how === NavigationType.Push) window.history.pushState(entry, '', href)
    if (how === NavigationType.Replace) window.history.replaceState(entry, '', href)
    setState({ current: { location, how, page }, isFetching: false, loadError: null, leaving: null })
  }

  const needsConfirmation = ({ pathname }: Location) => blockers > 0 && pathname !== state.current.location.pathname

  const confirmLeave = (go: () => void) => {
    const stay = () => setState({ ...state, leaving: null })
    const proceed = () => {
      stay()
      go()
    }
    setState({ ...state, leaving: { go: proceed, stay } })
  }

  const requestNavigation = (location: Location, how: NavigationType, before?: FailedNavigation) => {
    if (needsConfirmation(location)) confirmLeave(() => void open(location, how, before))
    else void open(location, how, before)
  }
  const push = (to: To, kept?: unknown) => requestNavigation(locationTo(to, kept, window), NavigationType.Push)
  const replace = (to: To, kept?: unknown) => requestNavigation(locationTo(to, kept, window), NavigationType.Replace)
  const navigate = (to: To, how: NavigationType) => void open(locationTo(to, undefined, window), how)

  window.addEventListener('popstate', () => {
    const location = locationOf(window)
    const wasConfirmed = isLeaveConfirmed
    isLeaveConfirmed = false
    if (wasConfirmed || !needsConfirmation(location)) return void open(location, NavigationType.Pop)
    // The browser has gone already: the page that is still shown becomes the next entry, one step from where it went.
    const { key, state: kept, ...path } = state.current.location
    window.history.pushState({ key, state: kept }, '', window.location.origin + createPath(path))
    confirmLeave(() => {
      isLeaveConfirmed = true
      window.history.go(-1)
    })
  })
  void open(latest, NavigationType.Pop)

  return {
    read: () => state,
    navigate: (to, options) => navigate(to, options.replace ? NavigationType.Replace : NavigationType.Push),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    block: () => {
      blockers += 1
      return () => {
        blockers -= 1
        if (blockers === 0 && state.leaving) state.leaving.stay()
      }
    },
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (steps) => window.history.go(steps),
    push,
    replace,
  }
}
