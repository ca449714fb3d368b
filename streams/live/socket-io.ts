import { from, Observable, switchMap } from 'rxjs'
import type { Socket } from 'socket.io-client'
import type { WatchAnswer } from '../../src/contract/live.ts'
import type { LiveSocket, OpenSocket, SocketSaid } from './live-socket.ts'

const ANSWER_MS = 10_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

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
            reconnectionDelay: FIRST_WAIT_MS,
            reconnectionDelayMax: LONGEST_WAIT_MS,
            randomizationFactor: 0.3,
            forceNew: true,
          })
          subscriber.next(portOf(socket))
          return () => socket.disconnect()
        }),
    ),
  )

/** What the server says when it refuses a connection. */
interface Refusal extends Error {
  data?: { error?: string }
}

const SESSION_CODES = new Set(['notSignedIn', 'sessionEnded'])

const portOf = (socket: Socket): LiveSocket => ({
  said$: new Observable<SocketSaid>((subscriber) => {
    let refusals = 0
    let again: ReturnType<typeof setTimeout> | undefined

    // The library comes back by itself from a broken connection, but not from one that the server refused or ended.
    const comeBack = () => {
      if (socket.active) return
      clearTimeout(again)
      again = setTimeout(() => socket.connect(), Math.min(FIRST_WAIT_MS * 2 ** refusals, LONGEST_WAIT_MS))
      refusals += 1
    }
    const handlers = {
      connect: () => {
        refusals = 0
        const transport = socket.io.engine.transport.name === 'websocket' ? 'websocket' : 'polling'
        subscriber.next({ kind: 'opened', transport })
      },
      disconnect: () => {
        subscriber.next({ kind: 'closed' })
        comeBack()
      },
      connect_error: (error: Refusal) => {
        if (SESSION_CODES.has(error.data?.error ?? '')) return subscriber.next({ kind: 'sessionRefused' })
        subscriber.next({ kind: 'closed' })
        comeBack()
      },
      packets: (packets: unknown) => subscriber.next({ kind: 'packets', packets }),
      watchEnded: (ended: unknown) => subscriber.next({ kind: 'watchEnded', ended }),
    }
    for (const [name, handler] of Object.entries(handlers)) socket.on(name, handler)
    if (socket.connected) handlers.connect()
    return () => {
      clearTimeout(again)
      for (const [name, handler] of Object.entries(handlers)) socket.off(name, handler)
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
