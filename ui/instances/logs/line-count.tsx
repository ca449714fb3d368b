import { useSyncExternalStore } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import { linesText, numberText } from './line-words.ts'

/** "12,345 lines", or how many of them are shown. */
export const LineCount = ({ book, shown }: { book: LogBook; shown: number | null }) => {
  const count = useSyncExternalStore(book.subscribe, () => book.extent().head - book.extent().oldest + 1)
  return shown === null ? linesText(count) : `${numberText(shown)} of ${linesText(count)}`
}
