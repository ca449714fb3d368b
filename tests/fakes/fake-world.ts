import { concat, NEVER, Observable, of, type SchedulerLike, Subject, type Subscriber, timer } from 'rxjs'
import type { Channel, KeyValueStore, World } from '../../src/core/world.ts'

/** A world that records its calls, in order. */
export interface FakeWorld extends World {
  readonly recordedCalls: string[]
}

export const fakeStore = (entries: Record<string, string> = {}): KeyValueStore => {
  const kept = new Map(Object.entries(entries))
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

interface Start {
  path?: string
  query?: string
  kept?: Record<string, string>
  mayOpen?: boolean
}

export const fakeWorld = (scheduler: SchedulerLike, start: Start = {}): FakeWorld => {
  const recordedCalls: string[] = []
  let ids = 0
  return {
    recordedCalls,
    scheduler,
    serverNow: () => scheduler.now(),
    frame: () => timer(16, scheduler),
    random: () => 0,
    newId: () => `id-${++ids}`,
    localStorage: fakeStore(start.kept),
    sessionStorage: fakeStore(),
    channel: (): Channel => ({
      message$: NEVER,
      post: (message) => void recordedCalls.push(`post ${JSON.stringify(message)}`),
    }),
    network: { fetch: () => Promise.reject(new Error('A fake world has no network.')), online$: of(true) },
    location: {
      read: () => ({ path: start.path ?? '/', query: start.query ?? '', hash: '', origin: 'http://localhost:4600' }),
      go: (to, how = 'push') => void recordedCalls.push(`go ${to}${how === 'replace' ? ' instead' : ''}`),
      leave: (to, how = 'push') => void recordedCalls.push(`leave ${to}${how === 'replace' ? ' instead' : ''}`),
      open: (to) => {
        recordedCalls.push(`open ${to}`)
        return start.mayOpen ?? true
      },
      download: (url) => void recordedCalls.push(`download ${url}`),
      save: ({ name, parts }) => void recordedCalls.push(`save ${name} ${parts.join('')}`),
      close: () => void recordedCalls.push('close'),
      changed$: NEVER,
    },
    page: { visible$: of(true), prefersDark$: of(true), left$: NEVER },
    wallets: { found$: NEVER, connect: () => NEVER, sign: () => NEVER },
    passkeys: { create: () => NEVER, sign: () => NEVER },
    desktop: {
      requestPermission: () => void recordedCalls.push('ask for the desktop'),
      show: ({ tag, title, body }) => void recordedCalls.push(`desktop ${tag}: ${title}, ${body}`),
    },
    lock: () => concat(of(undefined), NEVER),
  }
}

/** Connects several fake worlds as tabs of one browser, with a shared channel and lock. */
export const fakeBrowser = () => {
  const tabs = new Map<string, Set<Subject<unknown>>>()
  const waiting: Subscriber<void>[] = []
  let holder: Subscriber<void> | null = null

  const give = (next: Subscriber<void> | undefined): void => {
    holder = next ?? null
    next?.next()
  }
  return {
    channel: (name: string): Channel => {
      const peers = tabs.get(name) ?? new Set()
      tabs.set(name, peers)
      const own$ = new Subject<unknown>()
      peers.add(own$)
      return {
        message$: own$,
        post: (message) => {
          for (const peer of peers) if (peer !== own$) peer.next(structuredClone(message))
        },
      }
    },
    wallets: { found$: NEVER, connect: () => NEVER, sign: () => NEVER },
    passkeys: { create: () => NEVER, sign: () => NEVER },
    lock: (_name: string, how: 'wait' | 'steal') =>
      new Observable<void>((subscriber) => {
        const robbed = holder
        if (how === 'steal' || robbed === null) {
          give(subscriber)
          robbed?.complete()
        } else waiting.push(subscriber)
        return () => {
          if (holder === subscriber) return give(waiting.shift())
          const place = waiting.indexOf(subscriber)
          if (place >= 0) waiting.splice(place, 1)
        }
      }),
  }
}
