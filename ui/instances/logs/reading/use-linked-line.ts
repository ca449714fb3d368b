import { useEffect, useSyncExternalStore } from 'react'
import { sequenceOf, slotOf } from '../../../../src/logs/merge/line-key.ts'
import type { LogReading } from './use-log-reading.ts'

/** How many lines are fetched around a linked line. */
const AROUND = 100

/** Scrolls to the line in the address. Returns a message if the line cannot be shown. */
export const useLinkedLine = (
  { merged, isKnown, requestLines }: LogReading,
  line: number | null,
  toLine: (sequence: number) => void,
): string | null => {
  const [slot, sequence] = line === null ? [0, 0] : [slotOf(line), sequenceOf(line)]
  const extentOf = () => merged.source(slot)?.buffer.extent()
  const isRead = useSyncExternalStore(merged.subscribe, () => extentOf() !== undefined)
  const oldest = useSyncExternalStore(merged.subscribe, () => extentOf()?.oldest ?? 1)
  const isMissing = useSyncExternalStore(merged.subscribe, () => sequence > (extentOf()?.head ?? 0))

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the line in the address changes
  useEffect(() => {
    if (line !== null && isRead) toLine(line)
  }, [line, isRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a line
  useEffect(() => {
    // The response shows whether the line exists.
    if (isRead && isMissing) requestLines(slot, { first: Math.max(1, sequence - AROUND), last: sequence + AROUND })
  }, [slot, sequence, isRead])

  if (line === null || !isKnown || !isRead) return null
  if (sequence < oldest) return 'That line has been removed. Showing the oldest line.'
  return isMissing ? 'That line does not exist yet. Showing the newest line.' : null
}
