import {
  combineLatest,
  distinctUntilChanged,
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
import type { LiveSaid, Packet, TabSaid } from './live-said.ts'
import type { OpenSocket } from './live-socket.ts'
import type { OpenNotifications } from './open-notifications.ts'
import { TopicCursors } from './topic-cursors.ts'

/** The name changes when what is said on it does: two builds in one browser do not talk past each other. */
const NAME = 'longshore-live-3'
/** Wants are said again from time to time: a leader that missed a word catches up. */
const REPEAT_MS = 10_000

export interface LiveNeeds {
  world: World
  token: string
  /** What this tab watches, and after which sequence number each topic began. */
  topics$: Observable<Readonly<Record<string, { after: number }>>>
  openSocket: OpenSocket
  openNotifications: OpenNotifications
  report: Report
}

/** What a tab makes of it: each packet once and in order, and the topics of which some are lost. */
export type LiveHeard = Exclude<LiveSaid, { kind: 'watching' }> | { kind: 'missed'; topic: string; from: number }

/**
 * The live streams of a browser over one connection. The tab that holds the lock leads: it keeps the connection and
 * tells the others what it brings. Every tab keeps its own cursors, so a leader may go at any moment: the next one
 * begins where the slowest tab stands, and what a tab has seen it lets pass.
 */
export const sharedLive = (needs: LiveNeeds): Observable<LiveHeard> =>
  new Observable((subscriber) => {
    const { world, token, topics$, report } = needs
    // Tabs of another session stay apart: a part of the token's signature marks this one.
    const name = `${NAME} ${token.slice(-12)}`
    const tab = world.newId()
    const channel = world.channel(name)
    const cursors = new TopicCursors()
    const said$ = new Subject<TabSaid>()
    let topics: string[] = []
    let lastNotified: number | null = null

    const sayTab = (said: TabSaid): void => {
      channel.say(said)
      said$.next(said)
    }
    const sayWants = (): void => sayTab({ kind: 'wants', tab, topics: cursors.wants(topics) })

    const receive = (topic: string, packets: readonly Packet[]): void => {
      if (!topics.includes(topic)) return
      const { fresh, hasGap } = cursors.receive(topic, packets)
      if (fresh.length > 0) subscriber.next({ kind: 'packets', topic, packets: fresh })
      if (hasGap) sayWants()
    }

    const isNews = ({ sequence }: { sequence: number }): boolean => {
      const isNew = lastNotified === null || sequence > lastNotified
      if (isNew) lastNotified = sequence
      return isNew
    }

    const hear = (said: LiveSaid): void => {
      if (said.kind === 'packets') receive(said.topic, said.packets)
      else if (said.kind === 'watching') {
        // A tab that is further back than what was asked for has lost nothing yet: it asks for itself.
        if (said.from > said.after && cursors.skipTo(said.topic, said.from))
          subscriber.next({ kind: 'missed', topic: said.topic, from: said.from })
      } else if (said.kind !== 'notified' || isNews(said.notification)) subscriber.next(said)
    }

    const hearChannel = (said: LiveSaid | TabSaid): void => {
      if (said.kind === 'leading') sayWants()
      else if (said.kind === 'wants' || said.kind === 'left') said$.next(said)
      else hear(said)
    }

    const leading$ = world.lock(name).pipe(
      switchMap(() =>
        merge(
          lead(needs.openSocket, token, said$, report, () => {
            // Only now: what tabs said before the socket was there, nobody has heard.
            channel.say({ kind: 'leading' } satisfies TabSaid)
            sayWants()
          }),
          needs.openNotifications(token, () => lastNotified),
        ),
      ),
      tap((said) => {
        channel.say(said)
        hear(said)
      }),
    )

    const wanting$ = combineLatest([topics$, world.page.visible$.pipe(distinctUntilChanged())]).pipe(
      tap(([wanted, isVisible]) => {
        topics = Object.keys(wanted).filter((topic) => isVisible || !isLogTopic(topic))
        for (const [topic, { after }] of Object.entries(wanted)) cursors.begin(topic, after)
      }),
      switchMap(() => timer(0, REPEAT_MS, world.scheduler)),
      tap(sayWants),
    )

    const running = merge(
      channel.said$.pipe(tap((said) => hearChannel(said as LiveSaid | TabSaid))),
      wanting$,
      leading$,
    )
      .pipe(ignoreElements())
      .subscribe({ error: (error) => subscriber.error(error) })

    return () => {
      channel.say({ kind: 'left', tab } satisfies TabSaid)
      running.unsubscribe()
    }
  })
