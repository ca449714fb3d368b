import type { ClosableLogBuffer, LogBuffers } from './log-buffer.ts'
import type { OpenLogStore } from './store/log-store-message.ts'

/** Enough for a million lines of 90 bytes, with their index. */
const MAX_BYTES = 112 * 1024 * 1024
/** The number of buffers without a view that are kept, so that they reopen immediately. */
const MAX_CLOSED = 2

export const createLogBuffers = (open: OpenLogStore, maxBytes = MAX_BYTES): LogBuffers => {
  /** In order of last use, the most recent last. */
  const buffers = new Map<string, ClosableLogBuffer>()

  const newest = { ticks: 0 }

  const evictClosed = () => {
    const closed = [...buffers].filter(([, buffer]) => buffer.isClosed())
    for (const [topic, buffer] of closed.slice(0, -MAX_CLOSED)) {
      buffers.delete(topic)
      buffer.end()
    }
  }

  return {
    of: (topic, create, together = 1) => {
      const existing = buffers.get(topic)
      existing?.reopen()
      if (!existing) evictClosed()
      const buffer = existing ?? create(open, Math.floor(maxBytes / together), newest)
      buffers.delete(topic)
      buffers.set(topic, buffer)
      return buffer
    },
    existing: (topic) => buffers.get(topic),
    forget: () => {
      for (const buffer of buffers.values()) buffer.end()
      buffers.clear()
    },
  }
}
