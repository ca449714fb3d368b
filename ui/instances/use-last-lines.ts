import { useMemo, useSyncExternalStore } from 'react'
import type { LogLine } from '../../src/contract/wire/log.ts'
import type { LogBook } from '../../src/logs/log-book.ts'

/** The newest lines of a log, newest first: for the few lines of a timeline, not for reading a log. */
export const useLastLines = (book: LogBook, most: number): LogLine[] => {
  const newest = (): LogLine[] => {
    const { oldest, head } = book.extent()
    const lines: LogLine[] = []
    for (let sequence = head; sequence >= Math.max(oldest, head - most + 1); sequence -= 1) {
      const line = book.line(sequence)
      if (line) lines.push(line)
    }
    return lines
  }
  // A line may be on its way to this thread: what is here names the content, and not the head alone.
  const content = useSyncExternalStore(book.subscribe, () => {
    const lines = newest()
    return `${lines[0]?.sequence ?? 0} ${lines.length}`
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change when the content does
  return useMemo(newest, [book, content, most])
}
