import { freshnessOf, selectLive } from '../../../src/live/live.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConnectionMark } from '../../parts/state/connection-mark.tsx'
import css from './freshness.module.css'

/** Shows the state of the live connection. On narrow screens it lies over the page, and only while something is wrong. */
export const Freshness = ({ place }: { place: 'bar' | 'page' }) => {
  const freshness = freshnessOf(useSelected(selectLive))
  const isAmiss = freshness.kind === 'reconnecting' || freshness.kind === 'offline'
  return (
    <span className={css[place]} data-amiss={isAmiss || undefined}>
      <ConnectionMark connection={freshness} />
    </span>
  )
}
