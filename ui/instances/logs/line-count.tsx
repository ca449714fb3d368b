import { useSyncExternalStore } from 'react'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'
import { linesText, numberText } from './log-text.ts'

type LineCountProps = {
  buffer: LogBuffer
  /** Nothing is said of a log of which nothing is known. */
  isKnown: boolean
  /** How many are shown, where not all are. */
  visible: number | null
}

/** "12,345 lines", or how many of them are shown. */
export const LineCount = ({ buffer, isKnown, visible }: LineCountProps) => {
  const count = useSyncExternalStore(buffer.subscribe, () => buffer.extent().head - buffer.extent().oldest + 1)
  if (count === 0 && !isKnown) return 'Loading'
  return visible === null ? linesText(count) : `${numberText(visible)} of ${linesText(count)}`
}
