import type { HistoryWindow } from '../../ui/app/routing/locations.ts'

/** Creates an in-memory browser history; `go` notifies listeners synchronously. */
export const fakeHistory = (start: string) => {
  const origin = 'https://console.example'
  const entries = [{ href: new URL(start, origin).href, state: null as unknown }]
  const listeners: (() => void)[] = []
  let at = 0
  const now = () => {
    const entry = entries[at]
    if (!entry) throw new Error('The history has no such entry.')
    return entry
  }
  const window: HistoryWindow = {
    get location() {
      return new URL(now().href)
    },
    history: {
      get state() {
        return now().state
      },
      pushState: (state, _, to) => {
        at += 1
        entries.splice(at, entries.length, { href: String(to), state })
      },
      replaceState: (state, _, to) => {
        entries[at] = { href: String(to), state }
      },
      go: (steps = 0) => {
        at += steps
        for (const listener of listeners) listener()
      },
    },
    addEventListener: (_, listener) => void listeners.push(listener),
  }
  return { window, path: () => now().href.slice(origin.length), length: () => entries.length }
}
