import { freshnessOf, selectLive } from '../../../src/live/live.ts'
import { ConnectionMark } from '../../parts/state/connection-mark.tsx'
import { useSelected } from '../use-selected.ts'
import css from './freshness.module.css'

/** How fresh the page can be. On a narrow screen it shows only when something is amiss, below the page. */
export const Freshness = () => {
  const freshness = freshnessOf(useSelected(selectLive))
  const isAmiss = freshness.kind === 'reconnecting' || freshness.kind === 'offline'
  return (
    <span className={css.place} data-amiss={isAmiss || undefined}>
      <ConnectionMark connection={freshness} />
    </span>
  )
}
