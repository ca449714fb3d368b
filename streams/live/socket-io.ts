import { defer, Observable, type Subscription, switchMap, timer } from 'rxjs'
import type { Socket } from 'socket.io-client'
import type { WatchResponse } from '../../src/contract/live.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { LiveSocket, OpenSocket, SocketEvent } from './live-socket.ts'
import { retryWithBackoff, type Waiting } from './retry-with-backoff.ts'
import { waitBeforeMs } from './wait-before.ts'

const RESPONSE_TIMEOUT_MS = 10_000

type Needs = Waiting & Pick<World, 'location'>

/** Opens Socket.IO on the console's own origin. It tries WebSocket first and falls back to HTTP polling. */
export const openSocketIo =
  (world: Needs, report: Report): OpenSocket =>
  (token) =>
    defer(() => import('socket.io-client')).pipe(
      retryWithBackoff('streams/live', world, report),
      switchMap(
        ({ io }) =>
          new Observable<LiveSocket>((subscriber) => {
            let given = ''
            const socket = io(world.location.read().origin, {
              auth: (give) => {
                given = token()
                give({ token: given })
              },
              transports: ['websocket', 'polling'],
              tryAllTransports: true,
              // The library does not reconnect after the server rejects or closes a connection; `closed` always does.
              reconnection: false,
              forceNew: true,
            })
            subscriber.next(portOf(socket, world, { given: () => given, newest: token }))
            return () => socket.disconnect()
          }),
      ),
    )

/** The error of a connection that the server rejected. */
interface ConnectError extends Error {
  data?: { error?: string }
}

const SESSION_CODES = new Set(['notSignedIn', 'sessionEnded'])

/** The token that the connection was opened with, and the newest one. */
interface Tokens {
  given(): string
  newest(): string
}

const portOf = (socket: Socket, { scheduler, random }: Needs, tokens: Tokens): LiveSocket => ({
  message$: new Observable<SocketEvent>((subscriber) => {
    let attempt = 0
    let waiting: Subscription | undefined
    let hadWebSocket = false

    const closed = () => {
      subscriber.next({ kind: 'closed' })
      // A connection that fails while connecting reports it twice.
      if (waiting?.closed === false) return
      attempt += 1
      waiting = timer(waitBeforeMs(attempt, random()), scheduler).subscribe(() => socket.connect())
    }
    const handlers = {
      connect: () => {
        attempt = 0
        const transport = socket.io.engine.transport.name === 'websocket' ? 'websocket' : 'polling'
        // The server may have restarted between the two attempts: try WebSocket again before accepting polling.
        if (hadWebSocket && transport === 'polling') {
          hadWebSocket = false
          socket.disconnect()
          return
        }
        hadWebSocket = transport === 'websocket'
        subscriber.next({ kind: 'opened', transport })
      },
      disconnect: closed,
      connect_error: (error: ConnectError) => {
        if (SESSION_CODES.has(error.data?.error ?? ''))
          subscriber.next({ kind: 'sessionRejected', token: tokens.given() })
        closed()
      },
      // Sent before the server disconnects, so that the token is renewed before the next attempt.
      sessionEnded: () => subscriber.next({ kind: 'sessionRejected', token: tokens.newest() }),
      packets: (packets: unknown) => subscriber.next({ kind: 'packets', packets }),
      watchEnded: (ended: unknown) => subscriber.next({ kind: 'watchEnded', ended }),
    }
    for (const [name, handler] of Object.entries(handlers)) socket.on(name, handler)
    if (socket.connected) handlers.connect()
    return () => {
      waiting?.unsubscribe()
      for (const [name, handler] of Object.entries(handlers)) socket.off(name, handler)
    }
  }),
  watch: (topic, after) =>
    new Observable<WatchResponse>((subscriber) => {
      socket
        .timeout(RESPONSE_TIMEOUT_MS)
        .emit('watch', { topic, after }, (error: Error | null, response: WatchResponse) => {
          if (!error) subscriber.next(response)
          subscriber.complete()
        })
    }),
  unwatch: (topic) => socket.emit('unwatch', { topic }),
})
