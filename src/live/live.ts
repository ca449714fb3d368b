import { slice } from '../core/slice.ts'
import type { SessionMessage } from '../session/session-message.ts'
import { type Connection, isConnected, type LiveMessage } from './live-message.ts'

export interface Live {
  connection: Connection
  online: boolean
  /** When the connection last changed. */
  sinceMs: number
  /** When the connection was last live: the data on screen is as of then. */
  freshAtMs: number
  /** The number of views that watch each topic, and the sequence number after which the first one started. */
  topics: Record<string, { views: number; after: number }>
}

export const live = slice<Live, LiveMessage | SessionMessage>(
  { connection: 'connecting', online: true, sinceMs: 0, freshAtMs: 0, topics: {} },
  {
    'ui/topicWatched': (draft, { topic, after }) => {
      const known = draft.topics[topic]
      if (known) known.views += 1
      else draft.topics[topic] = { views: 1, after }
    },
    'ui/topicLeft': (draft, { topic }) => {
      const known = draft.topics[topic]
      if (known && known.views > 1) known.views -= 1
      else delete draft.topics[topic]
    },
    'socket/connectionChanged': (draft, { connection, atMs }) => {
      if (isFresh(draft) || isConnected(connection)) draft.freshAtMs = atMs
      if (draft.connection !== connection) draft.sinceMs = atMs
      draft.connection = connection
    },
    'socket/onlineChanged': (draft, { online, atMs }) => {
      if (isFresh(draft)) draft.freshAtMs = atMs
      if (draft.online !== online) draft.sinceMs = atMs
      draft.online = online
    },
  },
)

/** Whether data must be polled: there is a network, but no live connection. */
export const needsPolling = ({ online, connection }: Live): boolean => online && !isConnected(connection)

const isFresh = (state: Live): boolean => state.online && isConnected(state.connection)

/** The state of the connection indicator. */
export type Freshness =
  | { kind: 'live' }
  | { kind: 'polling' }
  | { kind: 'connecting' }
  | { kind: 'reconnecting'; asOfMs: number }
  | { kind: 'offline'; sinceMs: number; asOfMs: number }

export const freshnessOf = (state: Live): Freshness => {
  if (!state.online) return { kind: 'offline', sinceMs: state.sinceMs, asOfMs: state.freshAtMs }
  if (state.connection === 'reconnecting') return { kind: 'reconnecting', asOfMs: state.freshAtMs }
  return { kind: state.connection }
}

export const selectLive = (state: { live: Live }): Live => state.live
export const selectTopics = (state: { live: Live }): Live['topics'] => state.live.topics
