import { useEffect, useSyncExternalStore } from 'react'
import type { LogReading } from './use-log-reading.ts'

/** How many lines are fetched around a linked line. */
const AROUND = 100

/** Scrolls to the line in the address. Returns a message if there is something to say about it. */
export const useLinkedLine = (
  { buffer, requestRange, extent }: LogReading,
  line: number | null,
  toLine: (sequence: number) => void,
): string | null => {
  const oldest = useSyncExternalStore(buffer.subscribe, () => buffer.extent().oldest)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another line is gone to; the view stays where it is when anything else changes
  useEffect(() => {
    if (line === null) return
    toLine(line)
    // The response shows whether there is such a line.
    if (line > buffer.extent().head) requestRange({ first: Math.max(1, line - AROUND), last: line + AROUND })
  }, [line, buffer])

  if (line === null || extent === null) return null
  if (line < oldest) return 'That line has been removed. Showing the oldest line.'
  return line > buffer.extent().head ? 'That line does not exist yet. Showing the newest line.' : null
}
