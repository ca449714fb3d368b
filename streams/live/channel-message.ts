import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Connection } from '../../src/live/live-message.ts'

/** A packet of any topic; a packet with several items starts at `first`. */
export interface Packet {
  readonly first?: number | undefined
  readonly sequence: number
}

/** Messages of the shared connection, for every tab of the browser. */
export type LeaderMessage =
  | { kind: 'connection'; connection: Connection }
  /** The leader requested packets after `after`, and the server continues after `from`: those in between are gone. */
  | { kind: 'watching'; topic: string; after: number; from: number }
  | { kind: 'watchRejected'; topic: string; message: string }
  | { kind: 'packets'; topic: string; packets: readonly Packet[] }
  | { kind: 'notified'; notification: Notification }
  /** The leader is alive; its next notifications follow `lastNotified`. */
  | { kind: 'alive'; lastNotified: number | null }
  | { kind: 'sessionRejected'; token: string }

/** The subscriptions of a tab, sent whenever they change and to every new leader. */
export type FollowerMessage =
  | { kind: 'subscriptions'; tab: string; topics: Subscriptions }
  | { kind: 'left'; tab: string }

/** All messages on the channel between tabs. */
export type ChannelMessage =
  | FollowerMessage
  /** Sent by a new leader, and again when it is ready for subscriptions. */
  | { kind: 'leading'; tab: string }
  /** Checks whether there is a leader. */
  | { kind: 'ping' }
  | { kind: 'broadcast'; leader: string; payload: LeaderMessage }

/** The last seen sequence number of each topic. */
export type Subscriptions = Readonly<Record<string, number>>
