import type { IncomingMessage } from 'node:http'

export interface UploadPace {
  /** How long any body may take. */
  graceMs: number
  /** A body that takes longer must have come at this pace on average. */
  bytesPerSecond: number
  checkEveryMs: number
}

const usualPace: UploadPace = { graceMs: 60_000, bytesPerSecond: 500, checkEveryMs: 5000 }

/**
 * Ends a connection whose request body trickles in too slowly. Unlike a limit on the whole request it never cuts a large
 * upload that keeps flowing, and the time in which we do not read does not count.
 */
export function limitSlowUpload(request: IncomingMessage, pace: UploadPace = usualPace): void {
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
