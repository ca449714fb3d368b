import { useMemo, useState } from 'react'
import type { LogBook } from '../../../../src/logs/log-book.ts'
import { type LogRows, rangeRows } from '../../../../src/logs/log-rows.ts'

/** Which lines are shown: only found ones, those after the view was cleared, or all. */
export const useShownRows = (book: LogBook, found: LogRows | null) => {
  const [clearedAt, setClearedAt] = useState(0)
  const rows = useMemo(
    () => found ?? (clearedAt > 0 ? rangeRows(book, clearedAt + 1) : undefined),
    [found, book, clearedAt],
  )
  return {
    rows,
    hidden: clearedAt === 0 ? 0 : clearedAt - book.extent().oldest + 1,
    clear: () => setClearedAt(book.extent().head),
    showAll: () => setClearedAt(0),
    /** A line that is gone to must not be hidden. */
    uncover: (sequence: number) => {
      if (sequence <= clearedAt) setClearedAt(0)
    },
  }
}
