import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Connection } from '../../src/live/live-message.ts'

/** Any packet of any topic: one of several begins at `first`. */
export interface Packet {
  readonly first?: number | undefined
  readonly sequence: number
}

/** What the one connection says, to every tab of the browser. */
export type LiveSaid =
  | { kind: 'connection'; connection: Connection }
  /** The server goes on `from` there, having been asked for what is after `after`: what lies between is gone. */
  | { kind: 'watching'; topic: string; after: number; from: number }
  | { kind: 'refused'; topic: string; words: string }
  | { kind: 'packets'; topic: string; packets: readonly Packet[] }
  | { kind: 'notified'; notification: Notification }
  | { kind: 'sessionRefused' }

/** What tabs say to each other about it: what they want, whenever that changes and when a new leader asks. */
export type TabSaid =
  | { kind: 'wants'; tab: string; topics: Wants }
  | { kind: 'left'; tab: string }
  | { kind: 'leading' }

/** Topics and the last sequence number that was seen of each. */
export type Wants = Readonly<Record<string, number>>
