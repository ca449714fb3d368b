import { clockText } from '../text/time-text.ts'
import css from './connection-mark.module.css'

export type Connection =
  | { kind: 'live' }
  /** The first connection: the page has no outdated data yet. */
  | { kind: 'connecting' }
  | { kind: 'reconnecting'; asOfMs?: number }
  | { kind: 'polling' }
  | { kind: 'offline'; sinceMs: number }

const connectionLabel = (connection: Connection): string => {
  switch (connection.kind) {
    case 'live':
      return 'Live'
    case 'connecting':
      return 'Connecting…'
    case 'reconnecting':
      return connection.asOfMs ? `Reconnecting… as of ${clockText(connection.asOfMs)}` : 'Reconnecting…'
    case 'polling':
      return 'Polling'
    case 'offline':
      return `Offline since ${clockText(connection.sinceMs)}`
  }
}

/** Shows the state of the live connection; one a page. */
export const ConnectionMark = ({ connection }: { connection: Connection }) => (
  <span className={css.mark} data-kind={connection.kind} role="status">
    <span className={css.dot} />
    <span className={css.content}>{connectionLabel(connection)}</span>
  </span>
)
