import { asyncScheduler, distinctUntilChanged, fromEvent, map, merge, Observable, Subject, startWith } from 'rxjs'
import type { Channel, KeyValueStore, Location, World } from '../src/core/world.ts'
import { unguardedEntry } from '../src/navigation/location-message.ts'
import { browserDesktop } from './browser-desktop.ts'
import { browserLock } from './browser-lock.ts'
import { lazyPasskeys } from './passkeys/lazy-passkeys.ts'
import { createServerClock } from './server-clock.ts'
import { lazyWallets } from './wallets/lazy-wallets.ts'

const SAVED_MS = 60_000
const HIDDEN_FRAME_MS = 100

/** The router, which navigates inside the console without reloading it. */
export interface Router {
  navigate(to: string, options: { replace: boolean; state: unknown }): unknown
  subscribe(listener: () => void): () => void
}

/** Creates the real world of a browser. */
export const browserWorld = (router: () => Router, clock = createServerClock(Date.now)): World => ({
  scheduler: asyncScheduler,
  serverNow: clock.nowMs,
  frame: nextFrame,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  localStorage: keyValueStore(() => window.localStorage),
  sessionStorage: keyValueStore(() => window.sessionStorage),
  channel: rememberedChannel(),
  network: {
    fetch: async (request) => {
      const response = await fetch(request)
      clock.learn(response)
      return response
    },
    online$: merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
      startWith(null),
      map(() => navigator.onLine),
      distinctUntilChanged(),
    ),
  },
  location: browserLocation(router),
  page: {
    visible$: fromEvent(document, 'visibilitychange').pipe(
      startWith(null),
      map(() => document.visibilityState === 'visible'),
    ),
    prefersDark$: mediaMatches('(prefers-color-scheme: dark)'),
    left$: fromEvent(window, 'pagehide'),
  },
  desktop: browserDesktop,
  lock: browserLock,
  wallets: lazyWallets(() => import('./wallets/browser-wallets.ts')),
  passkeys: lazyPasskeys(() => import('./passkeys/browser-passkeys.ts')),
})

/** A hidden tab has no frames but must still process messages. */
const nextFrame = (): Observable<number> =>
  new Observable((subscriber) => {
    const done = () => {
      subscriber.next(0)
      subscriber.complete()
    }
    const frame = requestAnimationFrame(done)
    const timer = setTimeout(done, HIDDEN_FRAME_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  })

/** Storage may be blocked or full; the console works without it. */
const keyValueStore = (open: () => Storage): KeyValueStore => {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  }
}

/** Keeps one channel per name, open as long as the page. */
const rememberedChannel = (): ((name: string) => Channel) => {
  const channels = new Map<string, Channel>()
  return (name) => {
    const known = channels.get(name)
    if (known) return known
    const opened = new BroadcastChannel(name)
    const message$ = new Subject<unknown>()
    opened.onmessage = ({ data }) => message$.next(data)
    const made: Channel = { message$: message$.asObservable(), post: (message) => opened.postMessage(message) }
    channels.set(name, made)
    return made
  }
}

const browserLocation = (router: () => Router): Location => ({
  read: () => {
    const { pathname, search, hash, origin } = window.location
    return { path: pathname, query: search, hash, origin }
  },
  go: (to, how = 'push') => void router().navigate(to, { replace: how === 'replace', state: unguardedEntry }),
  leave: (to, how = 'push') => (how === 'replace' ? window.location.replace(to) : window.location.assign(to)),
  open: (to) => window.open(to, '_blank') !== null,
  download: (url) => startDownload(url, ''),
  save: ({ name, type, parts }) => {
    const url = URL.createObjectURL(new Blob([...parts], { type }))
    startDownload(url, name)
    // By then the browser has started to read the blob.
    setTimeout(() => URL.revokeObjectURL(url), SAVED_MS)
  },
  close: () => window.close(),
  changed$: new Observable<string>((subscriber) => {
    const emitHref = () => subscriber.next(window.location.href)
    emitHref()
    return router().subscribe(emitHref)
  }).pipe(distinctUntilChanged()),
})

/** Starts a download; without a name, the server names the file. */
const startDownload = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const mediaMatches = (query: string): Observable<boolean> => {
  const list = window.matchMedia(query)
  return fromEvent(list, 'change').pipe(
    startWith(null),
    map(() => list.matches),
  )
}
