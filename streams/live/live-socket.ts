import type { Observable } from 'rxjs'
import type { WatchResponse } from '../../src/contract/live.ts'

export type SocketEvent =
  /** Connected or reconnected: all topics must be watched again. */
  | { kind: 'opened'; transport: 'websocket' | 'polling' }
  | { kind: 'closed' }
  | { kind: 'packets'; packets: unknown }
  /** The server ended a watch: packets are gone (`behind`), or access was revoked. */
  | { kind: 'watchEnded'; ended: unknown }
  /** The token is no longer accepted; a newer one may be. */
  | { kind: 'sessionRejected'; token: string }

/** A connection that reconnects automatically. */
export interface LiveSocket {
  readonly message$: Observable<SocketEvent>
  watch(topic: string, after: number): Observable<WatchResponse>
  unwatch(topic: string): void
}

/** Connects on subscribe, with the newest token on each attempt; disconnects on unsubscribe. */
export type OpenSocket = (token: () => string) => Observable<LiveSocket>
