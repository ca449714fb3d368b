import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Connection } from '../../src/live/live-message.ts'

/** Any packet of any topic: one of several begins at `first`. */
export interface Packet {
  readonly first?: number | undefined
  readonly sequence: number
}

/** What the one connection says, to every tab of the browser. */
export type LeaderMessage =
  | { kind: 'connection'; connection: Connection }
  /** The server goes on `from` there, having been asked for what is after `after`: what lies between is gone. */
  | { kind: 'watching'; topic: string; after: number; from: number }
  | { kind: 'watchRejected'; topic: string; message: string }
  | { kind: 'packets'; topic: string; packets: readonly Packet[] }
  | { kind: 'notified'; notification: Notification }
  /** There is a leader, and what it tells of notifications comes after this one. */
  | { kind: 'alive'; lastNotified: number | null }
  | { kind: 'sessionRejected'; token: string }

/** What a tab wants of it: said whenever that changes, and to every new leader. */
export type FollowerMessage =
  | { kind: 'subscriptions'; tab: string; topics: Subscriptions }
  | { kind: 'left'; tab: string }

/** All that is said on the channel of the tabs. */
export type ChannelMessage =
  | FollowerMessage
  /** By who took the lead, and once more when it can hear what is wanted. */
  | { kind: 'leading'; tab: string }
  /** Is there a leader? */
  | { kind: 'ping' }
  | { kind: 'broadcast'; leader: string; payload: LeaderMessage }

/** Topics and the last sequence number that was seen of each. */
export type Subscriptions = Readonly<Record<string, number>>
