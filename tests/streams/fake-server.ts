import { Observable, of, type SchedulerLike, Subject } from 'rxjs'
import type { LiveSocket, OpenSocket, SocketEvent } from '../../streams/live/live-socket.ts'

/** A fake of the live server with one growing topic: a watch gets missed packets, then new ones. */
export const fakeServer = (topic: string, scheduler: SchedulerLike, openingMs = 0) => {
  const kept: { sequence: number }[] = []
  const sockets = new Set<{ message$: Subject<SocketEvent>; cursor: number | null }>()
  let opened = 0

  const flush = (socket: { message$: Subject<SocketEvent>; cursor: number | null }): void => {
    if (socket.cursor === null) return
    const packets = kept.slice(socket.cursor)
    if (packets.length === 0) return
    socket.cursor = kept.length
    socket.message$.next({ kind: 'packets', packets: { topic, packets } })
  }

  const open: OpenSocket = () =>
    new Observable<LiveSocket>((subscriber) => {
      const socket = { message$: new Subject<SocketEvent>(), cursor: null as number | null }
      sockets.add(socket)
      opened += 1
      const port: LiveSocket = {
        message$: new Observable<SocketEvent>((listener) => {
          listener.next({ kind: 'opened', transport: 'websocket' })
          return socket.message$.subscribe(listener)
        }),
        watch: (_topic, after) => {
          socket.cursor = Math.min(after, kept.length)
          scheduler.schedule(() => flush(socket))
          return of({ ok: true, from: socket.cursor })
        },
        unwatch: () => {
          socket.cursor = null
        },
      }
      // The delay of loading the socket's code.
      const opening = scheduler.schedule(() => subscriber.next(port), openingMs)
      return () => {
        opening.unsubscribe()
        sockets.delete(socket)
      }
    })

  return {
    open,
    openSockets: () => sockets.size,
    /** Total number of sockets ever opened. */
    opened: () => opened,
    grow: (count: number) => {
      for (let one = 0; one < count; one += 1) kept.push({ sequence: kept.length + 1 })
      for (const socket of sockets) flush(socket)
    },
    /** Breaks and restores the connection; packets sent meanwhile are lost. */
    cut: () => {
      for (const socket of sockets) {
        socket.cursor = null
        socket.message$.next({ kind: 'closed' })
        socket.message$.next({ kind: 'opened', transport: 'websocket' })
      }
    },
    /** Breaks the connection without restoring it. */
    drop: () => {
      for (const socket of sockets) {
        socket.cursor = null
        socket.message$.next({ kind: 'closed' })
      }
    },
    head: () => kept.length,
  }
}
