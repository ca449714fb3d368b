import type { ServerResponse } from 'node:http'

interface ReaderPace {
  /** Time that every client may take. */
  graceMs: number
  /** Minimum average rate of one that takes longer. */
  bytesPerSecond: number
  checkEveryMs: number
}

const defaultPace: ReaderPace = { graceMs: 60_000, bytesPerSecond: 32 * 1024, checkEveryMs: 5000 }

/** Closes the connection of a client that reads a long response too slowly. Only time in which data waits for it counts. */
export function endSlowReader(raw: ServerResponse, pace: ReaderPace = defaultPace): void {
  const { socket } = raw
  if (!socket) return
  const { graceMs, bytesPerSecond, checkEveryMs } = pace
  const startBytes = socket.bytesWritten
  let readingMs = 0
  const timer = setInterval(() => {
    if (raw.writableLength === 0) return
    readingMs += checkEveryMs
    const readBytes = Math.max(0, socket.bytesWritten - raw.writableLength - startBytes)
    if (readingMs > graceMs + (readBytes / bytesPerSecond) * 1000) raw.destroy()
  }, checkEveryMs).unref()
  raw.once('close', () => clearInterval(timer))
}
