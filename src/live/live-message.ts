import type { OrganizationPacket } from '../contract/live.ts'
import type { LogPacket } from '../contract/wire/log.ts'

/** `polling` is live too, over HTTP long polling, if the network blocks WebSockets. */
export type Connection = 'connecting' | 'live' | 'polling' | 'reconnecting'

/** Whether events arrive live, over any transport. */
export const isConnected = (connection: Connection): boolean => connection === 'live' || connection === 'polling'

export type LiveMessage =
  | { type: 'ui/topicWatched'; topic: string; after: number }
  | { type: 'ui/topicLeft'; topic: string }
  | { type: 'socket/connectionChanged'; connection: Connection; atMs: number }
  /** The events of one organisation in one frame, in order, without duplicates. */
  | { type: 'socket/organizationChanged'; organizationId: string; packets: OrganizationPacket[] }
  /** The packets of one log in one frame, in order, without duplicates. */
  | { type: 'socket/logAppended'; topic: string; packets: LogPacket[] }
  /** Packets that this tab has not received are gone; it must read its data again. */
  | { type: 'socket/packetsLost'; topic: string; from: number }
  | { type: 'socket/watchRejected'; topic: string; message: string }
  | { type: 'socket/onlineChanged'; online: boolean; atMs: number }
  /** Without a live connection, subscribed queries are polled. */
  | { type: 'timer/pollDue' }
