import { useState } from 'react'
import type { LogRows } from '../../../../src/logs/log-rows.ts'
import type { MergedLog } from '../../../../src/logs/merge/merged-log.ts'

/** Decides which lines are shown: matching ones, those after the view was cleared, or all. */
export const useVisibleRows = (merged: MergedLog, found: LogRows | null) => {
  const [afterClear, setAfterClear] = useState<LogRows | null>(null)
  return {
    rows: found ?? afterClear ?? undefined,
    hidden: afterClear === null ? 0 : merged.rows.count - afterClear.count,
    clear: () => setAfterClear(merged.rowsFromNow()),
    showAll: () => setAfterClear(null),
    /** A line that the user jumps to must not be hidden. */
    uncover: (line: number) => {
      if (afterClear !== null && afterClear.sequenceAt(afterClear.indexOf(line)) !== line) setAfterClear(null)
    },
  }
}
