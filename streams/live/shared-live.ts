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
import { isLogTopic } from '../../src/contract/live.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { ChannelMessage, FollowerMessage, LeaderMessage } from './channel-message.ts'
import { leadership } from './leadership.ts'
import type { OpenSocket } from './live-socket.ts'
import type { OpenNotifications } from './open-notifications.ts'
import { runLeader } from './run-leader.ts'
import { type LiveUpdate, TabMemory } from './tab-memory.ts'

/** The name changes when what is said on it does: two builds in one browser do not talk past each other. */
const NAME = 'longshore-live-5'
/** Wants are said again from time to time: a leader that missed a word catches up. */
const REPEAT_MS = 10_000

export interface LiveNeeds {
  world: World
  /** Tabs of another one stay apart. */
  audience: string
  /** Its newest token; none of a visitor. */
  token(): string
  /** What this tab watches, and after which sequence number each topic began. */
  topics$: Observable<Readonly<Record<string, { after: number }>>>
  openSocket: OpenSocket
  openNotifications: OpenNotifications
  report: Report
}

/**
 * The live streams of a browser over one connection. The tab that holds the lock leads: it keeps the connection and
 * tells the others what it brings. Every tab keeps its own cursors, so a leader may go at any moment, or wake up and
 * say old things: the next one begins where the slowest tab stands, and what a tab has seen it lets pass.
 */
export const sharedLive = (needs: LiveNeeds): Observable<LiveUpdate> =>
  new Observable((subscriber) => {
    const { world, topics$, report } = needs
    const name = `${NAME} ${needs.audience}`
    const tab = world.newId()
    const channel = world.channel(name)
    const memory = new TabMemory()
    const tabMessages$ = new Subject<FollowerMessage>()
    /** The tab that leads, as far as this one knows. */
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
          // One that was robbed may tell of its own connection before it knows; what else it tells is true for all.
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
        // Only now: what tabs said before the socket was there, nobody has heard.
        post({ kind: 'leading', tab })
        postSubscriptions()
      }
      return merge(
        runLeader(needs.openSocket, needs.token, tabMessages$, report, requestSubscriptions),
        needs.openNotifications(needs.token, () => memory.lastNotified),
      ).pipe(tap(broadcast))
    })

    /** To its successor a robbed leader is a new tab, which is told how the connection is. */
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
