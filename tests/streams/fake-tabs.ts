import { delay, map, NEVER, type Observable, of, type Subscription, VirtualTimeScheduler } from 'rxjs'
import type { LeaderMessage } from '../../streams/live/channel-message.ts'
import { sharedLive } from '../../streams/live/shared-live.ts'
import type { LiveUpdate } from '../../streams/live/tab-memory.ts'
import { fakeBrowser, fakeWorld } from '../fakes/fake-world.ts'
import { fakeServer } from './fake-server.ts'
import { freezer } from './freezer.ts'

interface FakeTabsOptions {
  topic?: string
  /** How long a leader's socket takes to open. */
  openingMs?: number
  /** The notification stream of each leader, given the last notification that it has seen. */
  notifications?: (lastSeen: () => number | null) => Observable<LeaderMessage>
}

/** Delay of a message between tabs. */
const CHANNEL_MS = 1

/** Simulates tabs of one browser with a server of one topic, in virtual time. */
export const fakeTabs = ({
  topic = 'organization/1',
  openingMs = 0,
  notifications = () => NEVER,
}: FakeTabsOptions = {}) => {
  const time = new VirtualTimeScheduler()
  const server = fakeServer(topic, time, openingMs)
  const browser = fakeBrowser()
  let tabs = 0

  const pass = (ms: number): void => {
    time.maxFrames = time.frame + ms
    time.flush()
    time.frame = time.maxFrames
  }

  const openTab = (after = 0, visible$: Observable<boolean> = of(true), random = () => 0) => {
    const received: LiveUpdate[] = []
    const page = freezer()
    const locks = freezer()
    const timers = freezer()
    const name = `tab-${++tabs}`
    const running: Subscription = sharedLive({
      world: {
        ...fakeWorld(timers.timers(time)),
        newId: () => name,
        random,
        channel: (called) => {
          const { message$, post } = browser.channel(called)
          return { message$: page.received(message$.pipe(delay(CHANNEL_MS, time))), post }
        },
        page: { visible$: page.received(visible$), prefersDark$: of(true), left$: NEVER },
        lock: (called, how) => locks.received(browser.lock(called, how)),
      },
      audience: 'one session',
      token: () => 'its newest token',
      topics$: of({ [topic]: { after } }),
      openSocket: (token) =>
        server.open(token).pipe(map((socket) => ({ ...socket, message$: page.received(socket.message$) }))),
      openNotifications: (_token, lastSeen) => page.received(notifications(lastSeen)),
      report: (where, error) => {
        throw new Error(`${where}: ${String(error)}`)
      },
    }).subscribe((message) => received.push(message))
    return {
      received,
      sequences: () =>
        received.flatMap((message) =>
          message.kind === 'packets' ? message.packets.map(({ sequence }) => sequence) : [],
        ),
      freeze: () => {
        for (const part of [page, timers, locks]) part.freeze()
      },
      /** Delivers everything that the page missed at once; news of its lock may arrive later. */
      thaw: (learnsAfterMs = 0) => {
        page.thaw()
        timers.thaw()
        pass(learnsAfterMs)
        locks.thaw()
      },
      /** Stops the timers, as in a tab that has been hidden for long. */
      stopTimers: timers.freeze,
      close: () => running.unsubscribe(),
    }
  }
  return { server, openTab, pass }
}
