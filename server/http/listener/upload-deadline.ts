import type { IncomingMessage } from 'node:http'

export interface UploadPace {
  /** Time that every body may take. */
  graceMs: number
  /** Minimum average rate of a body that takes longer. */
  bytesPerSecond: number
  checkEveryMs: number
}

const defaultPace: UploadPace = { graceMs: 60_000, bytesPerSecond: 500, checkEveryMs: 5000 }

/**
 * Closes a connection whose request body arrives too slowly. Unlike a limit on the whole request it never cuts off a
 * large upload that is still flowing, and time in which the server does not read does not count.
 */
export function limitSlowUpload(request: IncomingMessage, pace: UploadPace = defaultPace): void {
  const { socket } = request
  const startBytes = socket.bytesRead
  const { graceMs, bytesPerSecond, checkEveryMs } = pace
  let receivingMs = 0
  const timer = setInterval(() => {
    const isWaitingForUs = request.readableLength >= request.readableHighWaterMark || request.isPaused()
    if (!isWaitingForUs) receivingMs += checkEveryMs
    const allowedMs = graceMs + ((socket.bytesRead - startBytes) / bytesPerSecond) * 1000
    if (receivingMs > allowedMs) socket.destroy()
  }, checkEveryMs).unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop)
  request.once('close', stop)
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
