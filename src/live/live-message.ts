import type { OrganizationPacket } from '../contract/live.ts'
import type { LogPacket } from '../contract/wire/log.ts'

/** `polling` is live too, over plain requests, because something on the way lets no socket through. */
export type Connection = 'connecting' | 'live' | 'polling' | 'reconnecting'

export type LiveMessage =
  | { type: 'ui/topicWatched'; topic: string; after: number }
  | { type: 'ui/topicLeft'; topic: string }
  | { type: 'socket/connectionChanged'; connection: Connection; atMs: number }
  /** One frame's events of one organisation, in order, none twice. */
  | { type: 'socket/organizationChanged'; organizationId: string; packets: OrganizationPacket[] }
  /** What one frame brought of one log, in order, nothing twice. */
  | { type: 'socket/logGrew'; topic: string; packets: LogPacket[] }
  /** Packets are gone that this tab has not seen: what it shows must be read again. */
  | { type: 'socket/missed'; topic: string; from: number }
  | { type: 'socket/watchRejected'; topic: string; message: string }
  /** The live server does not take the session's token any more. */
  | { type: 'socket/sessionRejected'; token: string }
  | { type: 'socket/onlineChanged'; online: boolean; atMs: number }
  /** While nothing comes live, what views want is read again from time to time. */
  | { type: 'timer/pollDue' }
