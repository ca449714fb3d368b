import { EMPTY, map, merge, mergeMap, Observable, of, switchMap } from 'rxjs'
import * as v from 'valibot'
import { packets as packetsSchema, watchEnded } from '../../src/contract/live.ts'
import type { Report } from '../../src/core/actor.ts'
import type { Connection } from '../../src/live/live-message.ts'
import type { FollowerMessage, LeaderMessage, Subscriptions } from './channel-message.ts'
import type { LiveSocket, OpenSocket, SocketEvent } from './live-socket.ts'

/** Holds the shared socket: watches the topics of all tabs, each from the oldest position that a tab needs. */
export const runLeader = (
  openSocket: OpenSocket,
  token: () => string,
  tab$: Observable<FollowerMessage>,
  report: Report,
  onListening: () => void,
): Observable<LeaderMessage> =>
  openSocket(token).pipe(
    switchMap((socket) => merge(serve(socket, tab$, report), new Observable<never>(() => onListening()))),
  )

const serve = (socket: LiveSocket, tab$: Observable<FollowerMessage>, report: Report): Observable<LeaderMessage> => {
  const subscriptionsByTab = new Map<string, Subscriptions>()
  const cursors = new Map<string, number>()
  let isOpen = false
  let connection: Connection = 'connecting'

  const watch = (topic: string, after: number): Observable<LeaderMessage> => {
    cursors.set(topic, after)
    if (!isOpen) return EMPTY
    return socket
      .watch(topic, after)
      .pipe(
        map((response) =>
          response.ok
            ? { kind: 'watching', topic, after, from: response.from }
            : { kind: 'watchRejected', topic, message: response.message },
        ),
      )
  }

  const emitConnection = (): Observable<LeaderMessage> => of({ kind: 'connection', connection })

  const isSubscribed = (topic: string): boolean =>
    [...subscriptionsByTab.values()].some((subscriptions) => topic in subscriptions)

  const unwatchUnused = (): void => {
    for (const topic of [...cursors.keys()].filter((topic) => !isSubscribed(topic))) {
      cursors.delete(topic)
      if (isOpen) socket.unwatch(topic)
    }
  }

  const onTab = (event: FollowerMessage): Observable<LeaderMessage> => {
    const isNew = event.kind === 'subscriptions' && !subscriptionsByTab.has(event.tab)
    if (event.kind === 'subscriptions') subscriptionsByTab.set(event.tab, event.topics)
    else subscriptionsByTab.delete(event.tab)
    unwatchUnused()
    if (event.kind === 'left') return EMPTY
    const behind = Object.entries(event.topics).filter(([topic, after]) => after < (cursors.get(topic) ?? Infinity))
    return merge(isNew && isOpen ? emitConnection() : EMPTY, ...behind.map(([topic, after]) => watch(topic, after)))
  }

  const onSocket = (event: SocketEvent): Observable<LeaderMessage> => {
    switch (event.kind) {
      case 'opened': {
        isOpen = true
        connection = event.transport === 'websocket' ? 'live' : 'polling'
        return merge(emitConnection(), ...[...cursors].map(([topic, after]) => watch(topic, after)))
      }
      case 'closed':
        isOpen = false
        if (connection !== 'connecting') connection = 'reconnecting'
        return emitConnection()
      case 'packets':
        return onPackets(event.packets)
      case 'watchEnded':
        return onWatchEnded(event.ended)
      case 'sessionRejected':
        return of(event)
    }
  }

  const onWatchEnded = (raw: unknown): Observable<LeaderMessage> => {
    const read = v.safeParse(watchEnded, raw)
    const cursor = read.success ? cursors.get(read.output.topic) : undefined
    if (!read.success || cursor === undefined) return EMPTY
    const { topic, error, message } = read.output
    if (error === 'behind') return watch(topic, cursor)
    cursors.delete(topic)
    return of({ kind: 'watchRejected', topic, message: message })
  }

  const onPackets = (raw: unknown): Observable<LeaderMessage> => {
    const read = v.safeParse(packetsSchema, raw)
    if (!read.success) {
      report('streams/live', v.flatten(read.issues))
      return EMPTY
    }
    const { topic, packets } = read.output
    const last = packets.at(-1)
    if (!last || !cursors.has(topic)) return EMPTY
    cursors.set(topic, Math.max(last.sequence, cursors.get(topic) ?? 0))
    return of({ kind: 'packets', topic, packets })
  }

  return merge(tab$.pipe(mergeMap(onTab)), socket.message$.pipe(mergeMap(onSocket)))
}
