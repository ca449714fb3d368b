import { useSyncExternalStore } from 'react'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import { linesText, numberText } from './log-text.ts'

type LineCountProps = {
  buffer: ViewedLog
  /** Null while the size of the log is not known. */
  isKnown: boolean
  /** The number of lines shown, if not all are. */
  visible: number | null
}

/** "12,345 lines", or "12 of 12,345 lines". */
export const LineCount = ({ buffer, isKnown, visible }: LineCountProps) => {
  const count = useSyncExternalStore(buffer.subscribe, () => buffer.extent().head - buffer.extent().oldest + 1)
  if (count === 0 && !isKnown) return 'Loading'
  return visible === null ? linesText(count) : `${numberText(visible)} of ${linesText(count)}`
}
