import type { IncomingMessage, ServerResponse } from 'node:http'

const MAX_BYTES = 1_048_576
const MAX_DURATION_MS = 5000

/**
 * Reads the rest of a request body after an early response, so that the visitor can read the response and the
 * connection can be reused. Closes the connection when the rest is too long or takes too long.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  request.unpipe()
  request.resume()
  response.once('finish', () => {
    const { socket } = request
    const startBytes = socket.bytesRead
    const limit = setTimeout(() => socket.destroy(), MAX_DURATION_MS).unref()
    request.on('data', () => {
      if (socket.bytesRead - startBytes > MAX_BYTES) socket.destroy()
    })
    request.once('close', () => clearTimeout(limit))
  })
}
