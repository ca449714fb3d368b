import { EMPTY, map, merge, mergeMap, Observable, of, switchMap } from 'rxjs'
import * as v from 'valibot'
import { packets as packetsSaid, watchEnded } from '../../src/contract/live.ts'
import type { Report } from '../../src/core/actor.ts'
import type { Connection } from '../../src/live/live-message.ts'
import type { LiveSaid, TabSaid, Wants } from './live-said.ts'
import type { LiveSocket, OpenSocket, SocketSaid } from './live-socket.ts'

/** Holds the one socket for all tabs: watches what any of them wants, from the oldest place that one of them needs. */
export const lead = (
  openSocket: OpenSocket,
  token: () => string,
  tab$: Observable<TabSaid>,
  report: Report,
  onListening: () => void,
): Observable<LiveSaid> =>
  openSocket(token).pipe(
    switchMap((socket) => merge(serve(socket, tab$, report), new Observable<never>(() => onListening()))),
  )

const serve = (socket: LiveSocket, tab$: Observable<TabSaid>, report: Report): Observable<LiveSaid> => {
  const wantsOfTabs = new Map<string, Wants>()
  const cursors = new Map<string, number>()
  let isOpen = false
  let connection: Connection = 'connecting'

  const watch = (topic: string, after: number): Observable<LiveSaid> => {
    cursors.set(topic, after)
    if (!isOpen) return EMPTY
    return socket
      .watch(topic, after)
      .pipe(
        map((answer) =>
          answer.ok
            ? { kind: 'watching', topic, after, from: answer.from }
            : { kind: 'refused', topic, words: answer.message },
        ),
      )
  }

  const sayConnection = (): Observable<LiveSaid> => of({ kind: 'connection', connection })

  const isWanted = (topic: string): boolean => [...wantsOfTabs.values()].some((wants) => topic in wants)

  const leaveUnwanted = (): void => {
    for (const topic of [...cursors.keys()].filter((topic) => !isWanted(topic))) {
      cursors.delete(topic)
      if (isOpen) socket.unwatch(topic)
    }
  }

  const onTab = (said: TabSaid): Observable<LiveSaid> => {
    const isNew = said.kind === 'wants' && !wantsOfTabs.has(said.tab)
    if (said.kind === 'wants') wantsOfTabs.set(said.tab, said.topics)
    else wantsOfTabs.delete(said.tab)
    leaveUnwanted()
    if (said.kind === 'left') return EMPTY
    const behind = Object.entries(said.topics).filter(([topic, after]) => after < (cursors.get(topic) ?? Infinity))
    return merge(isNew && isOpen ? sayConnection() : EMPTY, ...behind.map(([topic, after]) => watch(topic, after)))
  }

  const onSocket = (said: SocketSaid): Observable<LiveSaid> => {
    switch (said.kind) {
      case 'opened': {
        isOpen = true
        connection = said.transport === 'websocket' ? 'live' : 'polling'
        return merge(sayConnection(), ...[...cursors].map(([topic, after]) => watch(topic, after)))
      }
      case 'closed':
        isOpen = false
        if (connection !== 'connecting') connection = 'reconnecting'
        return sayConnection()
      case 'packets':
        return onPackets(said.packets)
      case 'watchEnded':
        return onWatchEnded(said.ended)
      case 'sessionRefused':
        return of(said)
    }
  }

  const onWatchEnded = (raw: unknown): Observable<LiveSaid> => {
    const read = v.safeParse(watchEnded, raw)
    const cursor = read.success ? cursors.get(read.output.topic) : undefined
    if (!read.success || cursor === undefined) return EMPTY
    const { topic, error, message } = read.output
    if (error === 'behind') return watch(topic, cursor)
    cursors.delete(topic)
    return of({ kind: 'refused', topic, words: message })
  }

  const onPackets = (raw: unknown): Observable<LiveSaid> => {
    const read = v.safeParse(packetsSaid, raw)
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

  return merge(tab$.pipe(mergeMap(onTab)), socket.said$.pipe(mergeMap(onSocket)))
}
