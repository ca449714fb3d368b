import { useMemo, useSyncExternalStore } from 'react'
import type { LogLine } from '../../../src/contract/wire/log.ts'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'

/** Returns the `most` newest lines of a log, newest first, for a timeline. */
export const useLastLines = (buffer: LogBuffer, max: number): LogLine[] => {
  const newest = (): LogLine[] => {
    const { oldest, head } = buffer.extent()
    const lines: LogLine[] = []
    for (let sequence = head; sequence >= Math.max(oldest, head - max + 1); sequence -= 1) {
      const line = buffer.line(sequence)
      if (line) lines.push(line)
    }
    return lines
  }
  // The newest line may not have reached this thread yet, so the lines at hand identify the content.
  const content = useSyncExternalStore(buffer.subscribe, () => {
    const lines = newest()
    return `${lines[0]?.sequence ?? 0} ${lines.length}`
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change when the content does
  return useMemo(newest, [buffer, content, max])
}
