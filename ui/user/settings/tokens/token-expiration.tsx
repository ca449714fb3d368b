import { useSyncExternalStore } from 'react'
import { Badge } from '../../../parts/state/badge.tsx'
import { clockNowMs, subscribeToSeconds } from '../../../parts/text/shared-clock.ts'
import { exactTimeText, longDateText } from '../../../parts/text/time-text.ts'

/** Marks a token as expired the moment it is. */
export const TokenExpiration = ({ expiresAt }: { expiresAt: string | null }) => {
  const atMs = expiresAt === null ? null : Date.parse(expiresAt)
  const isOver = useSyncExternalStore(subscribeToSeconds, () => atMs !== null && atMs <= clockNowMs())
  if (atMs === null) return 'Never'
  return (
    <>
      <time dateTime={new Date(atMs).toISOString()} title={exactTimeText(atMs)}>
        {longDateText(atMs)}
      </time>{' '}
      {isOver && <Badge tone="bad">Expired</Badge>}
    </>
  )
}
