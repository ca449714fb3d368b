import type { Observable } from 'rxjs'
import type { WatchResponse } from '../../src/contract/live.ts'

export type SocketEvent =
  /** Connected, for the first time or again: what is wanted must be watched anew. */
  | { kind: 'opened'; transport: 'websocket' | 'polling' }
  | { kind: 'closed' }
  | { kind: 'packets'; packets: unknown }
  /** The server stopped a watch by itself: its packets are gone (`behind`), or the right to see them. */
  | { kind: 'watchEnded'; ended: unknown }
  /** The token opens nothing any more; the next one may. */
  | { kind: 'sessionRejected'; token: string }

/** A connection that comes back by itself. */
export interface LiveSocket {
  readonly message$: Observable<SocketEvent>
  watch(topic: string, after: number): Observable<WatchResponse>
  unwatch(topic: string): void
}

/** Connects when subscribed, with the newest token each time, and lets go of everything when unsubscribed. */
export type OpenSocket = (token: () => string) => Observable<LiveSocket>
