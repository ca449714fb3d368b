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
  /** The last address whose page could not be fetched, for as long as it is not there and no other one was asked for. */
  lost: LostAddress | null
  /** A person who is leaving something unsaved is asked first. */
  leaving: Leaving | null
}

export interface LostAddress {
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
  hold(): () => void
}

/**
 * Opens addresses. The page before stays until the next one's code is there, and the address changes with the page; of
 * two that are on their way the later one is shown. Where the code is lost, the page before stays too.
 */
export const createRouter = (routes: RouteObject[], window: HistoryWindow): Router => {
  const listeners = new Set<() => void>()
  let latest = locationOf(window)
  let state: RouterState = {
    shown: { location: latest, how: NavigationType.Pop, page: { kind: 'opening' } },
    isFetching: true,
    lost: null,
    leaving: null,
  }
  let holds = 0
  /** The browser goes where a person was asked about already. */
  let goesAsked = false

  const move = (next: RouterState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const open = async (location: Location, how: NavigationType, before: LostAddress | null = null): Promise<void> => {
    latest = location
    move({ ...state, isFetching: true, lost: before, leaving: null })
    const page = await fetchPage(matchRoutes(routes, location) ?? [])
    if (latest !== location) return
    const entry = { key: location.key, state: location.state }
    const href = window.location.origin + createPath(location)
    if (page.kind === 'lost') {
      const lost: LostAddress = {
        href,
        retry: () => openAsked(location, how, lost),
        dismiss: () => move({ ...state, lost: null }),
      }
      // The browser's own buttons have changed the address already.
      const shown = how === NavigationType.Pop ? { location, how, page } : state.shown
      return move({ shown, isFetching: false, lost, leaving: null })
    }
    if (how === NavigationType.Push) window.history.pushState(entry, '', href)
    if (how === NavigationType.Replace) window.history.replaceState(entry, '', href)
    move({ shown: { location, how, page }, isFetching: false, lost: null, leaving: null })
  }

  const asks = ({ pathname }: Location) => holds > 0 && pathname !== state.shown.location.pathname

  const ask = (go: () => void) => {
    const stay = () => move({ ...state, leaving: null })
    const leave = () => {
      stay()
      go()
    }
    move({ ...state, leaving: { go: leave, stay } })
  }

  const openAsked = (location: Location, how: NavigationType, before?: LostAddress) => {
    if (asks(location)) ask(() => void open(location, how, before))
    else void open(location, how, before)
  }
  const push = (to: To, kept?: unknown) => openAsked(locationTo(to, kept, window), NavigationType.Push)
  const replace = (to: To, kept?: unknown) => openAsked(locationTo(to, kept, window), NavigationType.Replace)
  const navigate = (to: To, how: NavigationType) => void open(locationTo(to, undefined, window), how)

  window.addEventListener('popstate', () => {
    const location = locationOf(window)
    const isAsked = goesAsked
    goesAsked = false
    if (isAsked || !asks(location)) return void open(location, NavigationType.Pop)
    // The browser has gone already: the page that is still shown becomes the next entry, one step from where it went.
    const { key, state: kept, ...path } = state.shown.location
    window.history.pushState({ key, state: kept }, '', window.location.origin + createPath(path))
    ask(() => {
      goesAsked = true
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
    hold: () => {
      holds += 1
      return () => {
        holds -= 1
        if (holds === 0 && state.leaving) state.leaving.stay()
      }
    },
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (steps) => window.history.go(steps),
    push,
    replace,
  }
}
