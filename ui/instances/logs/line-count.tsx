import { useSyncExternalStore } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import { linesText, numberText } from './line-words.ts'

type LineCountProps = {
  book: LogBook
  /** Nothing is said of a log of which nothing is known. */
  isKnown: boolean
  /** How many are shown, where not all are. */
  shown: number | null
}

/** "12,345 lines", or how many of them are shown. */
export const LineCount = ({ book, isKnown, shown }: LineCountProps) => {
  const count = useSyncExternalStore(book.subscribe, () => book.extent().head - book.extent().oldest + 1)
  if (count === 0 && !isKnown) return 'Loading'
  return shown === null ? linesText(count) : `${numberText(shown)} of ${linesText(count)}`
}
