import { createLogBook, type EndingBook } from './book/create-log-book.ts'
import type { OpenKeeper } from './keeper/keeper-message.ts'
import type { LogBooks } from './log-book.ts'

/** A million lines of 90 bytes, with their index. */
const MOST_BYTES = 112 * 1024 * 1024
/** Logs that nobody looks at and that are there at once when somebody comes back. */
const MOST_CLOSED = 2

export const createLogBooks = (open: OpenKeeper, mostBytes = MOST_BYTES): LogBooks => {
  /** The one that was asked for last stands last. */
  const books = new Map<string, EndingBook>()

  const endSurplus = () => {
    const closed = [...books].filter(([, book]) => !book.isRead())
    for (const [topic, book] of closed.slice(0, -MOST_CLOSED)) {
      books.delete(topic)
      book.end()
    }
  }

  return {
    of: (topic) => {
      const known = books.get(topic)
      if (!known) endSurplus()
      const book = known ?? createLogBook(open, mostBytes)
      books.delete(topic)
      books.set(topic, book)
      return book
    },
    forget: () => {
      for (const book of books.values()) book.end()
      books.clear()
    },
  }
}
