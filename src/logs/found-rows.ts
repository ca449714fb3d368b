import type { LogBook } from './log-book.ts'
import type { LogRows } from './log-rows.ts'

/** Only the lines that the present query finds, as they are found. */
export const foundRows = (book: Pick<LogBook, 'found'>): LogRows => ({
  get count() {
    return book.found().count
  },
  sequenceAt: (index) => book.found().sequenceAt(index),
  indexOf: (sequence) => book.found().indexOf(sequence),
})
