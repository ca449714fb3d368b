import { freshnessOf, selectLive } from '../../../src/live/live.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Badge } from '../../parts/state/badge.tsx'
import { clockText } from '../../parts/text/time-text.ts'

/** Shows how old the page may be while the live connection is down. */
export const AsOf = () => {
  const freshness = freshnessOf(useSelected(selectLive))
  if (freshness.kind !== 'offline' && freshness.kind !== 'reconnecting') return null
  if (freshness.asOfMs === 0) return null
  return <Badge tone="warn">As of {clockText(freshness.asOfMs)}</Badge>
}
