import { useMemo, useSyncExternalStore } from 'react'
import type { LogLine } from '../../../src/contract/wire/log.ts'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'

/** The newest lines of a log, newest first: for the few lines of a timeline, not for reading a log. */
export const useLastLines = (buffer: LogBuffer, most: number): LogLine[] => {
  const newest = (): LogLine[] => {
    const { oldest, head } = buffer.extent()
    const lines: LogLine[] = []
    for (let sequence = head; sequence >= Math.max(oldest, head - most + 1); sequence -= 1) {
      const line = buffer.line(sequence)
      if (line) lines.push(line)
    }
    return lines
  }
  // A line may be on its way to this thread: what is here names the content, and not the head alone.
  const content = useSyncExternalStore(buffer.subscribe, () => {
    const lines = newest()
    return `${lines[0]?.sequence ?? 0} ${lines.length}`
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change when the content does
  return useMemo(newest, [buffer, content, most])
}
