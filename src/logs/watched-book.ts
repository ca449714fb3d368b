import type { LogBook } from './log-book.ts'

/** A book that tells when something else comes into view. */
export const watchedBook = (book: LogBook, onWant: () => void): LogBook => ({
  ...book,
  want: (range, only) => {
    book.want(range, only)
    onWant()
  },
})
