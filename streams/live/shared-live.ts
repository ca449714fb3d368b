import {
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  merge,
  Observable,
  Subject,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import { isLogTopic } from '../../src/contract/topics.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { ChannelMessage, FollowerMessage, LeaderMessage } from './channel-message.ts'
import { leadership } from './leadership.ts'
import type { OpenSocket } from './live-socket.ts'
import type { OpenNotifications } from './open-notifications.ts'
import { runLeader } from './run-leader.ts'
import { type LiveUpdate, TabMemory } from './tab-memory.ts'

/** Increase the number with every protocol change, so that two builds in one browser do not share a channel. */
const NAME = 'longshore-live-5'
/** Subscriptions are repeated, so that a leader that missed a message catches up. */
const REPEAT_MS = 10_000

export interface LiveNeeds {
  world: World
  /** Tabs of different audiences do not share a connection. */
  audience: string
  /** Returns the newest token; empty for a visitor. */
  token(): string
  /** The topics that this tab watches, each with its initial sequence number. */
  topics$: Observable<Readonly<Record<string, { after: number }>>>
  openSocket: OpenSocket
  openNotifications: OpenNotifications
  report: Report
}

/**
 * Shares one live connection between the tabs of a browser. The tab that holds the lock leads: it keeps the connection
 * and broadcasts its messages. Every tab keeps its own cursors, so a leader may disappear at any time, or wake up and
 * send old messages: the next leader starts at the slowest tab's position, and tabs ignore what they have seen.
 */
export const sharedLive = (needs: LiveNeeds): Observable<LiveUpdate> =>
  new Observable((subscriber) => {
    const { world, topics$, report } = needs
    const name = `${NAME} ${needs.audience}`
    const tab = world.newId()
    const channel = world.channel(name)
    const memory = new TabMemory()
    const tabMessages$ = new Subject<FollowerMessage>()
    /** The last known leader. */
    let leader: string | null = null

    const post = (payload: ChannelMessage): void => channel.post(payload)
    const postFollowerMessage = (payload: FollowerMessage): void => {
      post(payload)
      tabMessages$.next(payload)
    }
    const postSubscriptions = (): void =>
      postFollowerMessage({ kind: 'subscriptions', tab, topics: memory.subscriptions() })

    const handle = (payload: LeaderMessage): void => {
      const { fresh, hasGap } = memory.handle(payload)
      if (fresh) subscriber.next(fresh)
      if (hasGap) postSubscriptions()
    }
    const broadcast = (payload: LeaderMessage): void => {
      post({ kind: 'broadcast', leader: tab, payload })
      handle(payload)
    }

    const onChannelMessage = (payload: ChannelMessage): void => {
      switch (payload.kind) {
        case 'leading':
          if (leader !== tab) leader = payload.tab
          postSubscriptions()
          return
        case 'ping':
          if (leader === tab) broadcast({ kind: 'alive', lastNotified: memory.lastNotified })
          return
        case 'broadcast': {
          // A deposed leader may report its own connection before it notices; its other messages are valid for all.
          const isOutdated = payload.payload.kind === 'connection' && leader !== null && leader !== payload.leader
          if (!isOutdated) handle(payload.payload)
          return
        }
        default:
          tabMessages$.next(payload)
      }
    }

    const leading$ = defer(() => {
      leader = tab
      post({ kind: 'leading', tab })
      const requestSubscriptions = (): void => {
        // Requested again now, because subscriptions that were sent before the socket existed are lost.
        post({ kind: 'leading', tab })
        postSubscriptions()
      }
      return merge(
        runLeader(needs.openSocket, needs.token, tabMessages$, report, requestSubscriptions),
        needs.openNotifications(needs.token, () => memory.lastNotified),
      ).pipe(tap(broadcast))
    })

    /** A deposed leader registers with its successor as a new tab and so receives the connection state. */
    const following$ = defer(() => {
      leader = null
      postFollowerMessage({ kind: 'left', tab })
      postSubscriptions()
      return EMPTY
    })

    const message$ = channel.message$ as Observable<ChannelMessage>
    const sign$ = message$.pipe(filter(({ kind }) => kind === 'broadcast' || kind === 'leading'))
    const serving$ = leadership(name, sign$, () => post({ kind: 'ping' }), world).pipe(
      switchMap((isLeader) => (isLeader ? leading$ : following$)),
    )

    const wanting$ = combineLatest([topics$, world.page.visible$.pipe(distinctUntilChanged())]).pipe(
      tap(([subscribed, isVisible]) => memory.setTopics(subscribed, (topic) => isVisible || !isLogTopic(topic))),
      switchMap(() => timer(0, REPEAT_MS, world.scheduler)),
      tap(postSubscriptions),
    )

    const running = merge(message$.pipe(tap(onChannelMessage)), wanting$, serving$)
      .pipe(ignoreElements())
      .subscribe({ error: (error) => subscriber.error(error) })

    return () => {
      post({ kind: 'left', tab })
      running.unsubscribe()
    }
  })
