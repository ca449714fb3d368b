import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

const MAX_BYTES = 1_048_576
const MAX_DURATION_MS = 5000

/**
 * Reads the rest of a request body after an early response, so that the visitor can read the response and the
 * connection can be reused. Closes the connection, or the stream of HTTP/2, when the rest is too long or takes too long.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse & { stream?: ServerHttp2Stream }): void {
  request.unpipe()
  request.resume()
  const { stream } = response
  if (stream) return void limitStream(request, stream)
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

/** A connection of HTTP/2 has other requests, and its response finishes only when the request has ended. */
function limitStream(request: IncomingMessage, stream: ServerHttp2Stream): void {
  if (stream.endAfterHeaders || stream.destroyed) return
  const begin = () => {
    let bytes = 0
    const limit = setTimeout(() => stream.close(), MAX_DURATION_MS).unref()
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MAX_BYTES) stream.close()
    })
    for (const event of ['end', 'close']) request.once(event, () => clearTimeout(limit))
  }
  if (stream.writableFinished) begin()
  else stream.once('finish', begin)
}
