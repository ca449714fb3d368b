import { from, Observable, switchMap } from 'rxjs'
import type { Socket } from 'socket.io-client'
import type { WatchAnswer } from '../../src/contract/live.ts'
import type { LiveSocket, OpenSocket, SocketSaid } from './live-socket.ts'

const ANSWER_MS = 10_000

/** Socket.IO on the console's own origin. WebSocket first; plain requests where something on the way forbids it. */
export const openSocketIo: OpenSocket = (token) =>
  from(import('socket.io-client')).pipe(
    switchMap(
      ({ io }) =>
        new Observable<LiveSocket>((subscriber) => {
          const socket = io({
            auth: { token },
            transports: ['websocket', 'polling'],
            tryAllTransports: true,
            reconnectionDelay: 1000,
            reconnectionDelayMax: 30_000,
            randomizationFactor: 0.3,
          })
          subscriber.next(portOf(socket))
          return () => socket.disconnect()
        }),
    ),
  )

const portOf = (socket: Socket): LiveSocket => ({
  said$: new Observable<SocketSaid>((subscriber) => {
    const opened = () =>
      subscriber.next({
        kind: 'opened',
        transport: socket.io.engine.transport.name === 'websocket' ? 'websocket' : 'polling',
      })
    const closed = () => subscriber.next({ kind: 'closed' })
    const packets = (packets: unknown) => subscriber.next({ kind: 'packets', packets })
    socket.on('connect', opened).on('disconnect', closed).on('connect_error', closed).on('packets', packets)
    if (socket.connected) opened()
    return () => {
      socket.off('connect', opened).off('disconnect', closed).off('connect_error', closed).off('packets', packets)
    }
  }),
  watch: (topic, after) =>
    new Observable<WatchAnswer>((subscriber) => {
      socket.timeout(ANSWER_MS).emit('watch', { topic, after }, (error: Error | null, answer: WatchAnswer) => {
        if (!error) subscriber.next(answer)
        subscriber.complete()
      })
    }),
  unwatch: (topic) => socket.emit('unwatch', { topic }),
})
