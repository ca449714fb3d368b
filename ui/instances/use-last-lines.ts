import { useMemo, useSyncExternalStore } from 'react'
import type { LogLine } from '../../src/contract/wire/log.ts'
import type { LogBook } from '../../src/logs/log-book.ts'

/** The newest lines of a log, newest first: for the few lines of a timeline, not for reading a log. */
export const useLastLines = (store: LogBook, most: number): LogLine[] => {
  const end = useSyncExternalStore(store.subscribe, () => store.extent().head)
  return useMemo(() => {
    const from = Math.max(store.extent().oldest, end - most + 1)
    const lines = Array.from({ length: Math.max(0, end - from + 1) }, (_, index) => store.line(from + index))
    return lines.filter((line) => line !== undefined).reverse()
  }, [store, end, most])
}
