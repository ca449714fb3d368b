import { useMemo, useState } from 'react'
import type { LogBuffer } from '../../../../src/logs/log-buffer.ts'
import { type LogRows, rangeRows } from '../../../../src/logs/log-rows.ts'

/** Decides which lines are shown: matching ones, those after the view was cleared, or all. */
export const useVisibleRows = (buffer: LogBuffer, found: LogRows | null) => {
  const [clearedAt, setClearedAt] = useState(0)
  const rows = useMemo(
    () => found ?? (clearedAt > 0 ? rangeRows(buffer, clearedAt + 1) : undefined),
    [found, buffer, clearedAt],
  )
  return {
    rows,
    hidden: clearedAt === 0 ? 0 : clearedAt - buffer.extent().oldest + 1,
    clear: () => setClearedAt(buffer.extent().head),
    showAll: () => setClearedAt(0),
    /** A line that the user jumps to must not be hidden. */
    uncover: (sequence: number) => {
      if (sequence <= clearedAt) setClearedAt(0)
    },
  }
}
