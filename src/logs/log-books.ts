import type { OpenKeeper } from './keeper/keeper-message.ts'
import type { EndingBook, LogBooks } from './log-book.ts'

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
    of: (topic, make) => {
      const known = books.get(topic)
      if (!known) endSurplus()
      const book = known ?? make(open, mostBytes)
      books.delete(topic)
      books.set(topic, book)
      return book
    },
    known: (topic) => books.get(topic),
    forget: () => {
      for (const book of books.values()) book.end()
      books.clear()
    },
  }
}
