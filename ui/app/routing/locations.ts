import { type Location, parsePath, type To } from 'react-router-dom'

/** The part of a browser's window that addresses are read from and written to. */
export interface HistoryWindow {
  readonly location: Pick<globalThis.Location, 'href' | 'origin' | 'pathname' | 'search' | 'hash'>
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  addEventListener(type: 'popstate', listener: () => void): void
}

/** What the router keeps with each entry of the history. */
interface Entry {
  key: string
  state: unknown
}

/** Where the browser is. An entry that the router did not write has no key of its own. */
export const locationOf = ({ location, history }: HistoryWindow): Location => {
  const { pathname, search, hash } = location
  const { key = 'default', state = null }: Partial<Entry> = history.state ?? {}
  return { pathname, search, hash, key, state }
}

/** Where an address leads, written as the browser will write it. It stays on this origin, however it begins. */
export const locationTo = (to: To, state: unknown, window: HistoryWindow): Location => {
  const path = typeof to === 'string' ? parsePath(to) : to
  const url = new URL(window.location.href)
  if (path.pathname) url.pathname = path.pathname
  url.search = path.search ?? ''
  url.hash = path.hash ?? ''
  const { pathname, search, hash } = url
  return { pathname, search, hash, key: Math.random().toString(36).slice(2), state }
}
