import { useMemo, useSyncExternalStore } from 'react'
import type { LogLine } from '../../src/contract/wire/compute.ts'
import type { LogStore } from '../../src/logs/log-store.ts'

/** The newest lines of a log, newest first: for the few lines of a timeline, not for reading a log. */
export const useLastLines = (store: LogStore, most: number): LogLine[] => {
  // Every change either adds a line or drops one, so this number names the content.
  const end = useSyncExternalStore(store.subscribe, () => store.dropped() + store.size())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change when the end moves
  return useMemo(() => {
    const size = store.size()
    const from = Math.max(0, size - most)
    const lines = Array.from({ length: size - from }, (_, index) => store.line(from + index))
    return lines.filter((line) => line !== undefined).reverse()
  }, [store, end, most])
}
