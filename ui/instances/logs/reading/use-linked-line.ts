import { useEffect, useSyncExternalStore } from 'react'
import type { LogReading } from './use-log-reading.ts'

/** How many lines are fetched around a linked line. */
const AROUND = 100

/** Scrolls to the line in the address. Returns a message if the line cannot be shown. */
export const useLinkedLine = (
  { buffer, requestRange, extent }: LogReading,
  line: number | null,
  toLine: (sequence: number) => void,
): string | null => {
  const oldest = useSyncExternalStore(buffer.subscribe, () => buffer.extent().oldest)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the line in the address changes
  useEffect(() => {
    if (line === null) return
    toLine(line)
    // The response shows whether the line exists.
    if (line > buffer.extent().head) requestRange({ first: Math.max(1, line - AROUND), last: line + AROUND })
  }, [line, buffer])

  if (line === null || extent === null) return null
  if (line < oldest) return 'That line has been removed. Showing the oldest line.'
  return line > buffer.extent().head ? 'That line does not exist yet. Showing the newest line.' : null
}
