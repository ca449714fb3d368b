import { useSyncExternalStore } from 'react'
import { clockNowMs, subscribeToSeconds } from './shared-clock.ts'
import css from './text.module.css'
import { exactTimeText, relativeTimeText } from './time-text.ts'

type RelativeTimeProps = {
  /** Milliseconds since 1970, or an ISO date. */
  at: number | string
  /** A fixed current time. */
  nowMs?: number
}

/** The snapshot is the text itself, so a row renders again only when the text changes. */
export const RelativeTime = ({ at, nowMs }: RelativeTimeProps) => {
  const atMs = typeof at === 'number' ? at : Date.parse(at)
  const text = useSyncExternalStore(subscribeToSeconds, () => relativeTimeText(atMs, nowMs ?? clockNowMs()))
  return (
    <time className={css.time} dateTime={new Date(atMs).toISOString()} title={exactTimeText(atMs)}>
      {text}
    </time>
  )
}
