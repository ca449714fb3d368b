import { clockText } from '../text/time-words.ts'
import css from './connection-mark.module.css'

export type Connection =
  | { kind: 'live' }
  | { kind: 'reconnecting' }
  | { kind: 'polling' }
  | { kind: 'offline'; sinceMs: number }

const words = (connection: Connection): string => {
  switch (connection.kind) {
    case 'live':
      return 'Live'
    case 'reconnecting':
      return 'Reconnecting…'
    case 'polling':
      return 'Polling'
    case 'offline':
      return `Offline since ${clockText(connection.sinceMs)}`
  }
}

/** One calm mark a page: says how fresh what is shown can be. */
export const ConnectionMark = ({ connection }: { connection: Connection }) => (
  <span className={css.mark} data-kind={connection.kind} role="status">
    <span className={css.dot} />
    {words(connection)}
  </span>
)
