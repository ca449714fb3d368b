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
import { lead } from './lead.ts'
import { leadership } from './leadership.ts'
import type { ChannelSaid, LiveSaid, TabSaid } from './live-said.ts'
import type { OpenSocket } from './live-socket.ts'
import type { OpenNotifications } from './open-notifications.ts'
import { type LiveHeard, TabMemory } from './tab-memory.ts'

/** The name changes when what is said on it does: two builds in one browser do not talk past each other. */
const NAME = 'longshore-live-4'
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
export const sharedLive = (needs: LiveNeeds): Observable<LiveHeard> =>
  new Observable((subscriber) => {
    const { world, topics$, report } = needs
    const name = `${NAME} ${needs.audience}`
    const tab = world.newId()
    const channel = world.channel(name)
    const memory = new TabMemory()
    const wants$ = new Subject<TabSaid>()
    /** The tab that leads, as far as this one knows. */
    let leader: string | null = null

    const say = (said: ChannelSaid): void => channel.say(said)
    const sayTab = (said: TabSaid): void => {
      say(said)
      wants$.next(said)
    }
    const sayWants = (): void => sayTab({ kind: 'wants', tab, topics: memory.wants() })

    const hear = (said: LiveSaid): void => {
      const { fresh, hasGap } = memory.hear(said)
      if (fresh) subscriber.next(fresh)
      if (hasGap) sayWants()
    }
    const tell = (said: LiveSaid): void => {
      say({ kind: 'told', leader: tab, said })
      hear(said)
    }

    const hearChannel = (said: ChannelSaid): void => {
      switch (said.kind) {
        case 'leading':
          if (leader !== tab) leader = said.tab
          sayWants()
          return
        case 'asked':
          if (leader === tab) tell({ kind: 'alive', lastNotified: memory.lastNotified })
          return
        case 'told': {
          // One that was robbed may tell of its own connection before it knows; what else it tells is true for all.
          const isOutdated = said.said.kind === 'connection' && leader !== null && leader !== said.leader
          if (!isOutdated) hear(said.said)
          return
        }
        default:
          wants$.next(said)
      }
    }

    const leading$ = defer(() => {
      leader = tab
      say({ kind: 'leading', tab })
      const askForWants = (): void => {
        // Only now: what tabs said before the socket was there, nobody has heard.
        say({ kind: 'leading', tab })
        sayWants()
      }
      return merge(
        lead(needs.openSocket, needs.token, wants$, report, askForWants),
        needs.openNotifications(needs.token, () => memory.lastNotified),
      ).pipe(tap(tell))
    })

    /** To its successor a robbed leader is a new tab, which is told how the connection is. */
    const following$ = defer(() => {
      leader = null
      sayTab({ kind: 'left', tab })
      sayWants()
      return EMPTY
    })

    const said$ = channel.said$ as Observable<ChannelSaid>
    const sign$ = said$.pipe(filter(({ kind }) => kind === 'told' || kind === 'leading'))
    const serving$ = leadership(name, sign$, () => say({ kind: 'asked' }), world).pipe(
      switchMap((leads) => (leads ? leading$ : following$)),
    )

    const wanting$ = combineLatest([topics$, world.page.visible$.pipe(distinctUntilChanged())]).pipe(
      tap(([wanted, isVisible]) => memory.want(wanted, (topic) => isVisible || !isLogTopic(topic))),
      switchMap(() => timer(0, REPEAT_MS, world.scheduler)),
      tap(sayWants),
    )

    const running = merge(said$.pipe(tap(hearChannel)), wanting$, serving$)
      .pipe(ignoreElements())
      .subscribe({ error: (error) => subscriber.error(error) })

    return () => {
      say({ kind: 'left', tab })
      running.unsubscribe()
    }
  })
